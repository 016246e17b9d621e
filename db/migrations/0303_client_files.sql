-- What browsers load beside pages, of all releases that ran of late, under names that hold their hash: a page that one machine
-- drew may ask another one for it, which runs the release before or after.
create table client_file (
  path text primary key check (path ~ '^/(office/)?assets/[A-Za-z0-9_.-]+$'),
  bytes bytea not null,
  -- When a release that has it said so last.
  seen_at timestamptz not null default now()
);
