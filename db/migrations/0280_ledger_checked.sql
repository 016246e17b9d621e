-- The last comparison of the whole ledger with the documents, for whoever only looks: made anew it reads every order. It is one
-- row, and never what a month is closed by.
create table ledger_checked (
  id int primary key default 1 check (id = 1),
  -- when, and the newest rows of all that it was made from
  checked_at timestamptz not null,
  marks text not null,
  -- as app/shop/buying/ledger-check.ts tells it
  found jsonb not null check (jsonb_typeof(found) = 'object')
);
