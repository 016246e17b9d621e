-- Pieces that are kept for somebody who rang up: the hold itself is the row of `claim` (holder 'reservation <id>').
create table reservation (
  id bigint generated always as identity primary key,
  product_id text not null references product,
  branch_id text not null references branch,
  -- empty once forgotten
  name text not null check (length(name) <= 200),
  phone text check (length(phone) <= 60),
  email text check (length(email) <= 320),
  note text not null default '' check (length(note) <= 1000),
  locale text not null check (locale in ('de', 'en')),
  until timestamptz not null,
  made_at timestamptz not null default now(),
  made_by text not null check (made_by <> ''),
  ended_at timestamptz,
  outcome text check (outcome in ('released', 'lapsed', 'sold')),
  ended_by text,
  -- the sale that it led to
  order_id bigint references shop_order,
  reminded_at timestamptz,
  forgotten_at timestamptz,
  constraint ended_somehow check ((ended_at is null) = (outcome is null)),
  constraint sold_by_order check ((order_id is not null) = (outcome is not distinct from 'sold'))
);
create unique index reservation_live on reservation (product_id) where ended_at is null;
create index reservation_until on reservation (until) where ended_at is null;
create index reservation_made on reservation (made_at);
create trigger reservation_stays before delete on reservation for each row execute function refuse();
-- Who changed what; whom it is for is nobody's business in a record that stays.
create trigger reservation_recorded after insert or update on reservation for each row when (by_staff())
  execute function record_change('reservation', 'id', '', 'name', 'phone', 'email', 'note');
create trigger reservation_work after insert or update on reservation
  for each statement execute function tell_work();
