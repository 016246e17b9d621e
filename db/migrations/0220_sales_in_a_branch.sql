-- What is sold over the counter is an order like any other: the same lines, invoices, ledger and statistics.
alter table shop_order
  add column sale_channel text not null default 'online' check (sale_channel in ('online', 'branch')),
  drop constraint shop_order_payment_check,
  add constraint shop_order_payment_check check (payment in ('bank-transfer', 'in-branch', 'online', 'cash', 'card')),
  add constraint shop_order_payment_of_channel check (
    case sale_channel when 'branch' then payment in ('cash', 'card', 'bank-transfer')
      else payment in ('bank-transfer', 'in-branch', 'online') end),
  drop constraint shop_order_email_check,
  -- nobody at the counter has to have an address
  add constraint shop_order_email_check check (
    length(email) between 3 and 320 or (sale_channel = 'branch' and email = ''));
alter table money
  drop constraint money_channel_check,
  add constraint money_channel_check check (channel in ('bank-transfer', 'in-branch', 'online', 'cash', 'card'));
alter table refund
  drop constraint refund_channel_check,
  add constraint refund_channel_check check (channel in ('bank-transfer', 'in-branch', 'online', 'cash', 'card'));

-- A sale over the counter that is taken back: by a counter-document, at any time.
insert into order_step (from_status, event, to_status) values
  ('delivered', 'take-back', 'cancelled'),
  ('completed', 'take-back', 'cancelled');
create function keep_take_back() returns trigger language plpgsql as $$
begin
  if new.status = 'cancelled' and old.status in ('delivered', 'completed') and new.sale_channel <> 'branch' then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_step';
  end if;
  if new.sale_channel <> old.sale_channel then
    raise exception 'what was ordered is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger shop_order_keep_take_back before update on shop_order for each row execute function keep_take_back();

-- Whoever buys for much cash is identified like a seller, in the same records.
alter table identification
  alter column request_id drop not null,
  add column order_id bigint references shop_order,
  -- name and address, by which deals without a document are linked
  add column address_hash bytea,
  add constraint identified_for_one_deal check (num_nonnulls(request_id, order_id) = 1),
  add constraint address_until_erased check (address_hash is null or erased_at is null);
create index identification_order on identification (order_id) where order_id is not null;
create index identification_address on identification (address_hash) where address_hash is not null;
create or replace function keep_identification() returns trigger language plpgsql as $$
declare
  secrets text[] := array['sealed', 'person_hash', 'document_hash', 'address_hash', 'erased_at'];
begin
  if to_jsonb(new) - secrets <> to_jsonb(old) - secrets
    or (new.sealed is not null
      and (old.sealed is null or current_setting('shop.resealing', true) is distinct from 'on')) then
    raise exception 'an identification is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What the counter knows of a sale besides its order. We are no till: `reference` is the number on the certified till's
-- receipt, or the bank's of a transfer.
create table counter_sale (
  order_id bigint primary key references shop_order,
  branch_id text not null references branch,
  sold_at timestamptz not null default now(),
  -- in Germany
  sold_on date not null,
  sold_by text not null check (sold_by <> ''),
  means text not null check (means in ('cash', 'card', 'bank-transfer')),
  reference text not null check (length(reference) between 1 and 60),
  total_cents int not null check (total_cents > 0),
  -- the part that is precious metal as such, which has limits of its own
  metal_cents int not null check (metal_cents between 0 and total_cents),
  identification_id bigint references identification
);
create index counter_sale_day on counter_sale (branch_id, sold_on);
create index counter_sale_cash on counter_sale (sold_at) where means = 'cash';
create trigger counter_sale_stays before update or delete on counter_sale for each row execute function refuse();
create trigger counter_sale_is_not_emptied before truncate on counter_sale
  for each statement execute function refuse();
