-- A declaration may name the pieces it is about, and match an order when it arrives; still received word for word.
alter table withdrawal add column pieces text[] not null default '{}' check (cardinality(pieces) <= 50);
alter table withdrawal add column order_id bigint references shop_order;
create index withdrawal_order on withdrawal (order_id) where order_id is not null;

-- What staff made of a declaration; until there is a row, it waits for them.
create table withdrawal_answer (
  withdrawal_id bigint primary key references withdrawal,
  order_id bigint references shop_order,
  outcome text not null check (outcome in ('accepted', 'refused', 'no-contract')),
  note text not null default '',
  at timestamptz not null default now()
);
