-- The number of a piece in the dealer's own former list: found again by it.
alter table product_staff add own_number text unique check (own_number <> '' and length(own_number) <= 60);

-- A list of pieces that was uploaded, from its upload to what came of it.
create table stock_import (
  id int generated always as identity primary key,
  staff_id int not null references staff_member,
  created_at timestamptz not null default now(),
  file_name text not null check (length(file_name) <= 200),
  -- sealed, for it may hold serial numbers; null once it was imported or put away
  content bytea,
  content_hash bytea not null check (length(content_hash) = 32),
  -- the same for files with the same headings, whose mapping is remembered
  headings_hash bytea not null check (length(headings_hash) = 32),
  mapping jsonb not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'checked', 'running', 'done', 'discarded')),
  -- what the check or the import found
  result jsonb,
  -- the newest change that the check knew of
  checked_version bigint not null default 0,
  -- while it is imported: how many rows are done, and until when somebody is at it
  rows_done int not null default 0,
  busy_until timestamptz,
  -- the rows that could not be taken, as CSV, sealed
  refused bytea,
  finished_at timestamptz
);
create index stock_import_headings on stock_import (headings_hash, id desc);
create index stock_import_staff on stock_import (staff_id, id desc);
