-- A receipt is printed and signed before the seller is paid: it takes its number when it is printed, and a receipt that
-- nobody was paid for ends by a counter-document under a number of its own. Purchases from before have no row here.
create table purchase_receipt (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  -- of the same series as purchase.number; a payment takes over the number of its receipt
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  identification_id bigint not null references identification,
  offer_id bigint not null references sell_offer,
  branch_id text not null references branch,
  made_at timestamptz not null default now(),
  made_by text not null check (made_by <> ''),
  means text not null check (means in ('cash', 'transfer')),
  total_cents int not null check (total_cents > 0),
  metal_cents int not null check (metal_cents between 0 and total_cents),
  -- the receipt as printed, without the seller
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- the seller's name, address and account; goes over to the purchase when it is paid
  seller_sealed bytea,
  seller_erased_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by <> ''),
  -- the step that ended it
  ended_cause text check (ended_cause <> ''),
  -- in the words of staff, where the seller is to read them
  ended_note text check (length(btrim(ended_note)) between 3 and 500),
  -- of the document that takes it back
  end_number text unique check (end_number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  constraint receipt_seller_until_erased check ((seller_sealed is null) = (seller_erased_at is not null)),
  constraint receipt_ends_whole check (num_nonnulls(ended_at, ended_by, ended_cause, end_number) in (0, 4)
    and (ended_note is null or ended_at is not null)),
  constraint receipt_paid_or_ended check (paid_at is null or ended_at is null)
);
create index purchase_receipt_request on purchase_receipt (request_id, id);
create unique index purchase_receipt_open_once on purchase_receipt (request_id)
  where paid_at is null and ended_at is null;
create trigger purchase_receipt_stays before delete on purchase_receipt for each row execute function refuse();

-- A receipt is paid or ended once, and otherwise only loses what names the seller, or has it sealed under another secret.
create function keep_purchase_receipt() returns trigger language plpgsql as $$
declare
  ending text[] := array['ended_at', 'ended_by', 'ended_cause', 'ended_note', 'end_number'];
  may_change text[] := array['seller_sealed', 'seller_erased_at'];
begin
  if old.paid_at is null and old.ended_at is null then
    may_change := may_change || ending || array['paid_at'];
  end if;
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change
    or (new.seller_sealed is not null and new.seller_sealed is distinct from old.seller_sealed
      and (old.seller_sealed is null or current_setting('shop.resealing', true) is distinct from 'on')) then
    raise exception 'a purchase receipt is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_receipt_keep before update on purchase_receipt
  for each row execute function keep_purchase_receipt();
