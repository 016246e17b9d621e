-- Changes of many pieces at once, so that each can be undone as one.
create table bulk_change (
  id int generated always as identity primary key,
  -- of the preview that was confirmed: confirmed twice, it is done once
  key uuid not null unique,
  staff_id int not null references staff_member,
  change jsonb not null check (jsonb_typeof(change) = 'object'),
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by int references staff_member,
  check ((undone_at is null) = (undone_by is null))
);
create index bulk_change_made on bulk_change (made_at desc);
create table bulk_change_item (
  bulk_change_id int not null references bulk_change,
  product_id text not null references product,
  -- cents, the id of a branch, or null
  before jsonb not null,
  after jsonb not null,
  -- put back, or found to be changed by somebody else since
  undone text check (undone in ('done', 'left')),
  primary key (bulk_change_id, product_id)
);
create index bulk_change_item_product on bulk_change_item (product_id);
