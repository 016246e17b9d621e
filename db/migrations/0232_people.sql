-- Who people are to us: what staff have joined by intent. What is joined stays where it is; a file holds links alone.
create table person (
  id int generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- what staff want to remember; whoever it is about may read it
  note text not null default '' check (length(note) <= 4000),
  -- since when only what a duty keeps is left
  forgotten_at timestamptz
);
create table person_link (
  person_id int not null references person,
  -- 'order', 'sell-request', …: what `ref` is the number of (app/shop/people/person-records.ts)
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  ref bigint not null,
  joined_at timestamptz not null default now(),
  staff_id int not null references staff_member,
  primary key (kind, ref)
);
create index person_link_person on person_link (person_id);

-- That somebody wanted their data erased, and what came of it; nothing of what was erased.
create table erasure (
  id int generated always as identity primary key,
  person_id int not null references person,
  -- when they asked for it
  asked_on date not null,
  done_at timestamptz not null default now(),
  staff_id int not null references staff_member
);
create table erasure_item (
  id bigint generated always as identity primary key,
  erasure_id int not null references erasure,
  kind text not null,
  ref bigint not null,
  -- which part of it
  part text not null,
  -- why it is kept; null: nothing kept it
  duty text,
  -- the last day on which it is kept; null: as long as something is open
  keep_until date,
  erased_at timestamptz,
  constraint erased_or_kept check (erased_at is not null or duty is not null)
);
create index erasure_item_kept on erasure_item (id) where erased_at is null;
create trigger erasure_stays before update or delete on erasure for each row execute function refuse();
create trigger erasure_item_stays before delete on erasure_item for each row execute function refuse();

create trigger person_recorded after insert or update on person for each row when (by_staff())
  execute function record_change('person', 'id', '', 'note');
create trigger person_link_recorded after insert or update or delete on person_link for each row when (by_staff())
  execute function record_change('person', 'person_id', 'ref');

-- When an order's buyer was forgotten.
alter table shop_order add column forgotten_at timestamptz;
create index withdrawal_email on withdrawal (lower(email));

-- Records that never change lose whom they are about when no duty keeps it any more, and nothing else.
create function erases_people() returns boolean language sql stable as $$
  select coalesce(current_setting('shop.erases', true), '') = 'people'
$$;
drop trigger withdrawal_is_immutable on withdrawal;
create trigger withdrawal_is_immutable before update on withdrawal for each row when (not erases_people())
  execute function forbid_change();
create trigger withdrawal_is_not_deleted before delete on withdrawal for each row execute function forbid_change();
drop trigger invoice_stays on invoice;
create trigger invoice_stays before update on invoice for each row when (not erases_people())
  execute function refuse();
drop trigger shop_order_keep_tax on shop_order;
create trigger shop_order_keep_tax before update on shop_order for each row when (not erases_people())
  execute function keep_order_tax();
create trigger invoice_is_not_deleted before delete on invoice for each row execute function refuse();
