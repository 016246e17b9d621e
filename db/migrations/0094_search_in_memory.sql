-- Servers keep what searches read in memory (app/shop/catalogue/search-index.ts), and are told of all that changes it.

-- A renamed maker, model or reference changes the words of its pieces.
create or replace function refresh_search_of_vocabulary() returns trigger language plpgsql as $$
declare
  ids text[] := array(
    select id from product where case tg_table_name
      when 'brand' then brand_id when 'model' then model_id else reference_id end = new.id
  );
begin
  perform refresh_search(ids);
  if cardinality(ids) > 5000 then
    insert into catalogue_change (product_id) values (null);
  else
    insert into catalogue_change (product_id) select unnest(ids);
  end if;
  return null;
end $$;

-- A word that is new, or is now of a maker where it was one of an attribute.
create function note_search_word_change() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (product_id) values ('search-words');
  return null;
end $$;
create trigger search_word_changed after insert or update or delete or truncate on search_word
  for each statement execute function note_search_word_change();
