-- A purchase that was recorded by mistake is taken back by a document of its own, under the next number of the
-- receipts; nothing that was issued is changed or deleted. The seller may be paid anew afterwards.
insert into sell_step (from_status, event, to_status, actor) values ('paid', 'cancel-purchase', 'identified', 'staff');

alter table purchase add column cancelled_at timestamptz;
alter table purchase drop constraint purchase_request_id_key, drop constraint purchase_offer_id_key;
create unique index purchase_request_once on purchase (request_id) where cancelled_at is null;
create unique index purchase_offer_once on purchase (offer_id) where cancelled_at is null;

create table purchase_cancellation (
  id bigint generated always as identity primary key,
  purchase_id bigint not null unique references purchase,
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  cancelled_at timestamptz not null default now(),
  cancelled_by text not null check (cancelled_by <> ''),
  -- the seller reads it
  reason text not null check (length(btrim(reason)) between 3 and 500)
);
create trigger purchase_cancellation_stays before update or delete on purchase_cancellation
  for each row execute function refuse();

-- A purchase only ever loses what names the seller, and ends once.
create or replace function keep_purchase() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['seller_sealed', 'seller_erased_at', 'cancelled_at']
      <> to_jsonb(old) - array['seller_sealed', 'seller_erased_at', 'cancelled_at']
    or (new.seller_sealed is not null and new.seller_sealed is distinct from old.seller_sealed)
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at) then
    raise exception 'a purchase is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Its pieces leave the ledger as they came: by a row.
alter table ledger_exit drop constraint ledger_exit_kind_check, drop constraint exit_fits;
alter table ledger_exit
  add constraint ledger_exit_kind_check check (kind in ('sale', 'return', 'melt', 'cancelled')),
  add constraint exit_fits check ((kind in ('melt', 'cancelled')) = (order_id is null)
    and (kind in ('melt', 'cancelled')) = (tax_mode is null));
create unique index ledger_cancelled_once on ledger_exit (ledger_number) where kind = 'cancelled';
