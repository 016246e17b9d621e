-- Every piece is in the ledger, whoever entered it: those that were not bought over our counter as well, where the
-- day or the price of purchase may not be known. What was already there is entered by the shop at its next start.
alter table ledger
  alter column purchase_id drop not null,
  alter column position drop not null,
  alter column acquired_on drop not null,
  -- null: nothing proves what was paid, so the whole price is margin (§ 25a (3) UStG)
  alter column purchase_cents drop not null,
  -- null: entered before this was kept
  add column entered_at timestamptz,
  drop constraint ledger_purchase_cents_check,
  add constraint ledger_purchase_cents_check check (purchase_cents >= 0),
  add constraint ledger_position_with_purchase check ((purchase_id is null) = (position is null)),
  add constraint ledger_purchase_whole check (purchase_id is null
    or (purchase_cents is not null and purchase_cents > 0 and acquired_on is not null)),
  add constraint ledger_of_something check (purchase_id is not null or product_id is not null);
alter table ledger alter column entered_at set default now();

-- A row is not changed afterwards. It learns its piece once; and what was paid for it, and when, as long as nothing
-- has been reckoned from it.
create or replace function keep_ledger() returns trigger language plpgsql as $$
begin
  if (new.number, new.purchase_id, new.position, new.title, new.kind, new.entered_at)
      is distinct from (old.number, old.purchase_id, old.position, old.title, old.kind, old.entered_at)
    or (old.product_id is not null and new.product_id is distinct from old.product_id)
    or (old.acquired_on is not null and new.acquired_on is distinct from old.acquired_on)
    or (new.purchase_cents is distinct from old.purchase_cents and (old.purchase_cents is not null
      or exists (select from ledger_exit e where e.ledger_number = old.number))) then
    raise exception 'the ledger is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A piece may be sold, come back and be sold again; and a return may be on more than one document: a part of the goods
-- first, then the rest with the shipping. A sale without an order has neither order nor invoice. Without a known
-- purchase price there is no margin outside the margin scheme.
alter table ledger_exit
  drop constraint ledger_exit_ledger_number_order_id_kind_key,
  drop constraint exit_fits,
  alter column margin_cents drop not null,
  add constraint exit_fits check ((kind in ('sale', 'return')) = (tax_mode is not null)
    and (kind in ('sale', 'return') or order_id is null)
    and (margin_cents is not null or tax_mode in ('standard_19', 'investment_gold_25c')));
create index ledger_exit_ledger on ledger_exit (ledger_number);
create unique index ledger_sold_once on ledger_exit (ledger_number, order_id) where kind = 'sale';
create unique index ledger_returned_once on ledger_exit (ledger_number, order_id, document) where kind = 'return';
