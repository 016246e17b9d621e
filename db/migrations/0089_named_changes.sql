-- As many changed pieces are named as a server takes in before it answers (app/shop/catalogue/catalogue-in-memory.ts);
-- more than that is read anew behind its readers.
create or replace function note_catalogue_change() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 5001) as some_rows) > 5000 then
    insert into catalogue_change (product_id) values (null);
  elsif tg_argv[0] = 'id' then
    insert into catalogue_change (product_id) select id from changed;
  else
    insert into catalogue_change (product_id) select distinct product_id from changed;
  end if;
  return null;
end $$;
