-- The list of the ledger is read in its order from two sides: what became of pieces, and pieces of which nothing did yet.
create index ledger_exit_in_order on ledger_exit (booked_on, ledger_number, id);
drop index ledger_exit_booked;
create index ledger_entry_untouched on ledger_entry (booked_on, number) where exits = 0;
-- Pieces that came and went more than once are few, and are summed by themselves.
create index ledger_entry_several on ledger_entry (number) where exits > 1;
