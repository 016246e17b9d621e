-- Thousands of pieces changed by one statement cost each as much as a single one. Before, the pairs of rows before and
-- after were found by a plan kept from the session's first change: made for one piece, it compared each with each.

-- Room on each page for one more version of every document on it: a new price then needs no entry in any index, where
-- each word of the piece would be written into the index of words again. What is there is written anew, in the order
-- searches walk.
alter table search_document set (fillfactor = 50);
cluster search_document using search_document_order;
alter table search_document set without cluster;

-- A sale or a new price changes only the order and the bounds. By row, so that the document is always found by its key.
create function refresh_search_order() returns trigger language plpgsql as $$
begin
  if search_refresh_is_off() then return null; end if;
  update search_document
    set availability = case new.status when 'listed' then 0 when 'reserved' then 1 else 2 end,
      listed_at = new.listed_at, price_cents = new.price_cents
    where product_id = new.id;
  return null;
end $$;
create trigger product_search_order after update on product for each row
  when (new.status in ('listed', 'reserved', 'sold')
    and (old.status <> new.status or old.listed_at is distinct from new.listed_at
      or old.price_cents is distinct from new.price_cents))
  execute function refresh_search_order();

-- Words are written anew where anything has changed that may be one: all but the columns named here.
create or replace function refresh_search_of_products() returns trigger language plpgsql as $$
declare
  pair record;
  was product;
  became product;
  ids text[] := '{}';
begin
  if search_refresh_is_off() then return null; end if;
  -- Planned for as many rows as there are, at each statement.
  for pair in execute 'select old_row, new_row from old_rows old_row join new_rows new_row using (id)' loop
    was := pair.old_row;
    became := pair.new_row;
    if (was.status in ('listed', 'reserved', 'sold')) = (became.status in ('listed', 'reserved', 'sold')) then
      continue when became.status not in ('listed', 'reserved', 'sold');
      was.status := became.status;
      was.listed_at := became.listed_at;
      was.sold_at := became.sold_at;
      was.price_cents := became.price_cents;
      was.price_since := became.price_since;
      was.description := became.description;
      was.condition_notes := became.condition_notes;
      was.scope_notes := became.scope_notes;
      was.updated_at := became.updated_at;
      continue when was *= became;
    end if;
    ids := ids || became.id;
  end loop;
  if ids <> '{}' then perform refresh_search(ids); end if;
  return null;
end $$;
