-- What goes to a refinery together, and what came back for it.
create table melt_lot (
  id int generated always as identity primary key,
  number text not null unique check (number ~ '^SL-\d{4}-\d{5,}$'),
  refiner text not null check (refiner <> '' and length(refiner) <= 120),
  note text not null default '' check (length(note) <= 500),
  opened_on date not null,
  status text not null default 'open' check (status in ('open', 'sent', 'settled', 'cancelled')),
  -- raised by every change of it, its lines included: who saves says which they saw
  version int not null default 1 check (version > 0),
  sent_on date,
  settled_on date,
  -- of the settlement: its number, what was deducted, what was paid
  document text check (document <> '' and length(document) <= 60),
  fees_cents int check (fees_cents >= 0),
  amount_cents int check (amount_cents >= 0),
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  file_name text check (length(file_name) <= 120),
  constraint lot_sent check (status not in ('sent', 'settled') or sent_on is not null),
  constraint lot_settled check ((status = 'settled') = (num_nonnulls(settled_on, document, fees_cents, amount_cents) = 4)),
  constraint lot_file_whole check ((file_hash is null) = (file_name is null))
);
create trigger melt_lot_stays before delete on melt_lot for each row execute function refuse();
create trigger melt_lot_is_not_emptied before truncate on melt_lot for each statement execute function refuse();

create table melt_lot_line (
  lot_id int not null references melt_lot,
  -- one thing is in one lot
  ledger_number int not null unique references ledger,
  metal text not null check (metal in ('gold', 'silver', 'platinum', 'palladium')),
  -- hundredths of a gram, tenths of a per mille, and the fine metal expected in millionths of a gram
  weight int not null check (weight > 0),
  fineness smallint not null check (fineness between 1 and 10000),
  fine bigint not null check (fine >= 0),
  -- what the metal was worth when it was sent; null: there was no price
  expected_cents int check (expected_cents >= 0),
  -- its part of what was paid
  share_cents int,
  primary key (lot_id, ledger_number)
);
create function keep_lot_line() returns trigger language plpgsql as $$
begin
  if (select status from melt_lot where id = coalesce(new.lot_id, old.lot_id)) <> 'open'
    and (tg_op <> 'UPDATE' or (new.lot_id, new.ledger_number, new.metal, new.weight, new.fineness, new.fine)
      is distinct from (old.lot_id, old.ledger_number, old.metal, old.weight, old.fineness, old.fine)) then
    raise exception 'a lot that was sent keeps its lines' using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger melt_lot_line_keep before insert or update or delete on melt_lot_line
  for each row execute function keep_lot_line();

-- What came back, by metal: fine metal in millionths of a gram, and what was paid for it before fees.
create table melt_return (
  lot_id int not null references melt_lot,
  metal text not null check (metal in ('gold', 'silver', 'platinum', 'palladium')),
  fine bigint not null check (fine >= 0),
  value_cents int not null check (value_cents >= 0),
  primary key (lot_id, metal)
);
create trigger melt_return_stays before update or delete on melt_return for each row execute function refuse();

create table melt_lot_event (
  id bigint generated always as identity primary key,
  lot_id int not null references melt_lot,
  event text not null check (event in ('open', 'add', 'change', 'take-out', 'send', 'settle', 'cancel', 'attach')),
  -- the thing, or the document
  about text,
  by text not null check (by <> ''),
  at timestamptz not null default now()
);
create index melt_lot_event_lot on melt_lot_event (lot_id, id);
create trigger melt_lot_event_stays before update or delete on melt_lot_event for each row execute function refuse();
