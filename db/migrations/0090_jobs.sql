-- Work that one process does at a time for all of them (app/platform/lease.ts).
create table job (
  name text primary key,
  -- who does it now, and until when nobody else may; both null while nobody does
  holder uuid,
  leased_until timestamptz,
  -- how far it got: what the database had committed when it last looked, and when that was
  seen text,
  seen_at timestamptz,
  check ((holder is null) = (leased_until is null)),
  check ((seen is null) = (seen_at is null))
);

-- Whether the pieces that were there before have been compared with the wish; from then on, changed ones are.
alter table stock_alert add column compared boolean not null default false;
create index stock_alert_to_compare on stock_alert (id) where confirmed_at is not null and left_at is null and not compared;
