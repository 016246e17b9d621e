-- Tells what 0127 did not: tables that are emptied, rows that go over to another piece or key, and records and stories
-- that are written past the shop.

create or replace function tell_setting() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    -- All of them.
    perform pg_notify('settings_changed', '');
    return null;
  end if;
  if tg_op <> 'INSERT' then perform pg_notify('settings_changed', old.key); end if;
  if tg_op <> 'DELETE' then perform pg_notify('settings_changed', new.key); end if;
  return null;
end $$;
create trigger setting_emptied after truncate on setting for each statement execute function tell_setting();

-- A row may have belonged to another piece until now.
create function note_moved_rows() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select product_id from former union select product_id from changed limit 5001) as some_rows) > 5000
  then
    insert into catalogue_change (product_id) values (null);
  else
    insert into catalogue_change (product_id) select product_id from former union select product_id from changed;
  end if;
  return null;
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['stone', 'photo', 'product_defect', 'product_document', 'price_history'] loop
    execute format('drop trigger %I on %I', name || '_updated', name);
    execute format('create trigger %I after update on %I referencing old table as former new table as changed
      for each statement execute function note_moved_rows()', name || '_updated', name);
  end loop;
  foreach name in array array['stone', 'photo', 'product_defect', 'product_document', 'price_history',
    'product_status_change'] loop
    execute format('create trigger %I after truncate on %I for each statement execute function note_emptied_catalogue()',
      name || '_emptied', name);
  end loop;
  foreach name in array array['brand', 'model', 'reference'] loop
    execute format('create trigger %I after truncate on %I for each statement execute function note_vocabulary_change()',
      name || '_emptied', name);
  end loop;
end $$;

create function refresh_search_of_moved_stones() returns trigger language plpgsql as $$
begin
  if not search_refresh_is_off() then
    perform refresh_search(array(select product_id from former union select product_id from changed));
  end if;
  return null;
end $$;
drop trigger stone_searchable on stone;
create trigger stone_searchable after update on stone referencing old table as former new table as changed
  for each statement execute function refresh_search_of_moved_stones();

-- Records that a piece's own triggers write are told with the piece: one statement for each would tell thousands.
create trigger price_history_inserted after insert on price_history referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function note_catalogue_change('product_id');
create trigger product_status_change_inserted after insert on product_status_change referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function note_catalogue_change('product_id');

-- The shop itself says which stories it changed (app/content-service/publishing.ts), and that it does.
create function tell_stories() returns trigger language plpgsql as $$
declare
  version bigint;
begin
  if current_setting('shop.tells_stories', true) = 'yes' then return null; end if;
  update content_space set cv = greatest(cv + 1, extract(epoch from clock_timestamp())::bigint)
    returning cv into version;
  perform pg_notify('content_published', json_build_object('cv', version, 'uuids', '[]'::json)::text);
  return null;
end $$;
create trigger story_told after insert or update or delete or truncate on story
  for each statement execute function tell_stories();
create trigger story_slug_told after insert or update or delete or truncate on story_slug
  for each statement execute function tell_stories();
