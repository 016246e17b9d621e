-- Declarations of withdrawal (§ 356a BGB): received word for word, never changed, never deleted.
create table withdrawal (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  locale text not null check (locale in ('de', 'en')),
  name text not null check (length(name) between 1 and 200),
  -- order number or whatever else the customer names the contract by; it need not match an order
  contract text not null check (length(contract) between 1 and 500),
  email text not null check (length(email) between 3 and 320),
  comment text not null default '' check (length(comment) <= 4000),
  -- made by the form: the same declaration sent twice is one
  submission uuid not null unique
);

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is a record and cannot be changed', tg_table_name;
end $$;

create trigger withdrawal_is_immutable before update or delete on withdrawal
  for each row execute function forbid_change();
