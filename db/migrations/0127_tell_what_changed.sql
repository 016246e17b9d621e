-- Every process keeps whole answers, and hears here what they were made of and is no longer true
-- (app/platform/database/channels.ts). Triggers tell it, whoever writes and however.

create function tell_setting() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', coalesce(new.key, old.key));
  return null;
end $$;
create trigger setting_told after insert or update or delete on setting
  for each row execute function tell_setting();

create function tell_branches() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', 'branches');
  return null;
end $$;
create trigger branch_told after insert or update or delete or truncate on branch
  for each statement execute function tell_branches();

create function tell_prices() returns trigger language plpgsql as $$
begin
  perform pg_notify('prices_changed', tg_table_name);
  return null;
end $$;
create trigger metal_price_told after insert or update or delete or truncate on metal_price
  for each statement execute function tell_prices();
create trigger payout_rate_told after insert or update or delete or truncate on payout_rate
  for each statement execute function tell_prices();

-- What a piece's page says beside its own row.
create trigger product_defect_inserted after insert on product_defect referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger product_defect_updated after update on product_defect referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger product_defect_deleted after delete on product_defect referencing old table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger product_document_inserted after insert on product_document referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger product_document_updated after update on product_document referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger product_document_deleted after delete on product_document referencing old table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger price_history_updated after update on price_history referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');

-- "10042:watch;10043:jewellery": stock numbers and kinds. A notification carries 8,000 bytes.
create function tell_catalogue_change() returns trigger language plpgsql as $$
declare
  pieces text;
begin
  if exists (select from changed where product_id is null or product_id !~ '^\d') then
    perform pg_notify('catalogue_changed', '');
    return null;
  end if;
  for pieces in
    select string_agg(id || ':' || kind, ';')
    from (select p.id, p.kind, row_number() over () / 300 as part
      from (select distinct product_id from changed) c join product p on p.id = c.product_id) named
    group by part
  loop
    perform pg_notify('catalogue_changed', pieces);
  end loop;
  return null;
end $$;
create trigger catalogue_change_told after insert on catalogue_change referencing new table as changed
  for each statement execute function tell_catalogue_change();

-- Listings of the kind that it was of until now have changed, too.
create function tell_former_kind() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', old.id || ':' || old.kind);
  return null;
end $$;
create trigger product_kind_told after update on product for each row
  when (old.kind <> new.kind) execute function tell_former_kind();
