-- What is found is worked out in memory; nobody asks the database for it any more. Each change of words wrote these
-- indexes.
drop function search_pieces(tsquery, tsquery[], tsquery[], int, int4range, int, int);
drop function search_look_up(tsquery, tsquery, int, int4range, text[], int);
drop index search_document_words;
drop index search_document_order;
drop index search_word_endings;
