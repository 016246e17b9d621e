-- What was reckoned otherwise than its documents say, or without a purchase price that is known now, is put right by a
-- row of its own on the day on which that is found; no row is changed.
alter table ledger_exit
  -- of a correction: what was paid for the piece, where that became known after the ledger had reckoned without it
  add column purchase_cents int check (purchase_cents >= 0),
  drop constraint ledger_exit_kind_check,
  drop constraint exit_fits,
  add constraint ledger_exit_kind_check check (kind in ('sale', 'return', 'melt', 'cancelled', 'correction')),
  add constraint exit_fits check ((kind = 'correction' or (kind in ('sale', 'return')) = (tax_mode is not null))
    and (kind in ('sale', 'return', 'correction') or order_id is null)
    and (margin_cents is not null or tax_mode in ('standard_19', 'investment_gold_25c'))),
  add constraint purchase_learned_by_correction check (purchase_cents is null or kind = 'correction');
create unique index ledger_learned_once on ledger_exit (ledger_number) where purchase_cents is not null;

-- Orders whose rows are older than `ledger_exit.tax_rule`, and were compared with their documents: once.
create table ledger_review (
  order_id bigint primary key references shop_order,
  at timestamptz not null default now()
);
