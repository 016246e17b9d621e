-- Words of stones stayed in the search when `stone` was emptied at once: which pieces had one is known only before.
create function refresh_search_of_emptied_stones() returns trigger language plpgsql as $$
begin
  -- What is told and searched of each piece follows from that.
  delete from stone;
  return null;
end $$;
create trigger stone_searchable_emptied before truncate on stone
  for each statement execute function refresh_search_of_emptied_stones();
