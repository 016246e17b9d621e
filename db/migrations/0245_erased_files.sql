-- Folders whose files are erased once the transaction that erased their rows has been kept; until then they stay, and what
-- could not be erased is tried again.
create table erased_files (
  folder text primary key check (folder ~ '^[a-z0-9_-]+(/[a-z0-9_-]+)+$'),
  noted_at timestamptz not null default now(),
  tried_at timestamptz
);
