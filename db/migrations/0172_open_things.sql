-- Who has something open in the office that others may want to change as well: `piece/10482`, `setting/vacation`,
-- `branch/koeln`. A row that was not touched for 40 seconds counts as closed.
create table open_thing (
  thing text not null check (thing ~ '^[a-z-]+/[a-z0-9-]+$' and length(thing) <= 100),
  staff_id int not null references staff_member,
  last_seen_at timestamptz not null default now(),
  primary key (thing, staff_id)
);
drop table piece_editing;
