-- What was bought: who sold it, what was paid, and what became of each piece. Records stay; only what names people is
-- emptied when the law no longer wants it.

-- Who stood before us. Everything personal lies in `sealed` (AES-256-GCM under the shop's secret); the hashes find the
-- same seller again without opening any.
create table identification (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  -- complete: also place of birth, on whose account, political exposure, copy of the document
  level text not null check (level in ('basic', 'complete')),
  sealed bytea,
  person_hash bytea,
  document_hash bytea,
  document_kind text not null check (document_kind in ('id-card', 'passport', 'residence-permit')),
  -- '••••••T22'
  document_masked text not null check (document_masked <> ''),
  checked_by text not null check (checked_by <> ''),
  checked_at timestamptz not null default now(),
  erased_at timestamptz,
  constraint sealed_until_erased check (num_nonnulls(sealed, person_hash, document_hash) = case when erased_at is null then 3 else 0 end)
);
create index identification_request on identification (request_id, id);
create index identification_person on identification (person_hash);
create index identification_document on identification (document_hash);

create table purchase (
  id bigint generated always as identity primary key,
  request_id bigint not null unique references sell_request,
  -- of the receipt, gapless a year
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  identification_id bigint not null references identification,
  offer_id bigint not null unique references sell_offer,
  branch_id text not null references branch,
  paid_at timestamptz not null default now(),
  paid_by text not null check (paid_by <> ''),
  means text not null check (means in ('cash', 'transfer')),
  -- of the bank statement or the till
  reference text not null check (reference <> ''),
  total_cents int not null check (total_cents > 0),
  -- the part that was bought for its precious metal, which has limits of its own
  metal_cents int not null check (metal_cents between 0 and total_cents),
  -- the receipt as printed, without the seller
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- the seller's name, address and account
  seller_sealed bytea,
  seller_erased_at timestamptz,
  constraint seller_until_erased check ((seller_sealed is null) = (seller_erased_at is not null))
);
create index purchase_paid on purchase (paid_at);

-- Serial numbers of what is offered, found at inspection; sealed as those of the catalogue are (serial.ts).
create table sell_serial (
  request_id bigint not null references sell_request,
  position smallint not null check (position >= 0),
  encrypted bytea not null,
  hash bytea not null,
  masked text not null check (masked <> ''),
  primary key (request_id, position)
);
create index sell_serial_hash on sell_serial (hash);

-- One row a piece, numbered without gaps: purchase price for margin taxation (§ 25a UStG).
create table ledger (
  number int primary key check (number > 0),
  purchase_id bigint not null references purchase,
  position smallint not null check (position >= 0),
  acquired_on date not null,
  title text not null check (title <> ''),
  kind text not null check (kind in ('watch', 'jewellery', 'bullion', 'scrap')),
  purchase_cents int not null check (purchase_cents > 0),
  -- the piece it became in the catalogue; null: melted without being offered
  product_id text unique references product,
  unique (purchase_id, position)
);

-- What became of a piece: sold, taken back, melted. Rows are only added.
create table ledger_exit (
  id bigint generated always as identity primary key,
  ledger_number int not null references ledger,
  kind text not null check (kind in ('sale', 'return', 'melt')),
  on_day date not null,
  order_id bigint references shop_order,
  -- number of the invoice, of the document that takes it back, or of the refinery's statement
  document text check (document <> ''),
  tax_mode text check (tax_mode in ('margin_25a', 'standard_19', 'investment_gold_25c')),
  -- what the buyer paid for it, with its share of shipping; less than nothing where it came back
  proceeds_cents int not null,
  margin_cents int not null,
  -- VAT that is owed for it
  tax_cents int not null,
  recorded_at timestamptz not null default now(),
  unique (ledger_number, order_id, kind),
  constraint exit_fits check ((kind = 'melt') = (order_id is null) and (kind = 'melt') = (tax_mode is null))
);
create unique index ledger_melted_once on ledger_exit (ledger_number) where kind = 'melt';
create index ledger_exit_order on ledger_exit (order_id);
create trigger ledger_exit_stays before update or delete on ledger_exit for each row execute function refuse();
create trigger ledger_stays before delete on ledger for each row execute function refuse();
create trigger purchase_stays before delete on purchase for each row execute function refuse();
create trigger identification_stays before delete on identification for each row execute function refuse();

create function keep_ledger() returns trigger language plpgsql as $$
begin
  if (new.number, new.purchase_id, new.position, new.acquired_on, new.title, new.kind, new.purchase_cents)
    is distinct from (old.number, old.purchase_id, old.position, old.acquired_on, old.title, old.kind, old.purchase_cents)
    or old.product_id is not null then
    raise exception 'the ledger is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_keep before update on ledger for each row execute function keep_ledger();

-- A purchase and an identification only ever lose what names the seller.
create function keep_purchase() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['seller_sealed', 'seller_erased_at'] <> to_jsonb(old) - array['seller_sealed', 'seller_erased_at']
    or new.seller_sealed is not null then
    raise exception 'a purchase is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_keep before update on purchase for each row execute function keep_purchase();
create function keep_identification() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['sealed', 'person_hash', 'document_hash', 'erased_at']
      <> to_jsonb(old) - array['sealed', 'person_hash', 'document_hash', 'erased_at'] or new.sealed is not null then
    raise exception 'an identification is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger identification_keep before update on identification for each row execute function keep_identification();

-- Every look at what is sealed: who, at what, why.
create table sealed_look (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('identification', 'seller', 'serial', 'piece-serial')),
  -- id of the identification, the purchase, the request or the piece
  subject_id text not null,
  who text not null check (who <> ''),
  why text not null check (length(btrim(why)) between 3 and 500),
  at timestamptz not null default now()
);
create index sealed_look_subject on sealed_look (subject, subject_id);
create trigger sealed_look_stays before update or delete on sealed_look for each row execute function refuse();
