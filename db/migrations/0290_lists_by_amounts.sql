-- Lists by what they are seldom asked. That of the ledger by amounts, from either end: what is unknown comes last both ways.
create index ledger_exit_proceeds on ledger_exit (proceeds_cents);
create index ledger_exit_margin on ledger_exit (margin_cents);
create index ledger_exit_margin_down on ledger_exit (margin_cents desc nulls last);
create index ledger_entry_purchase on ledger_entry (known_purchase_cents);
create index ledger_entry_purchase_down on ledger_entry (known_purchase_cents desc nulls last);

-- Pieces that came back and are here: hardly any is here of those of which something became, which the database has to know,
-- and what else goes together.
create index ledger_entry_back on ledger_entry (number) where is_open and exits > 0;
create statistics ledger_entry_states (mcv) on is_open, exits, branch_id, tax_mode from ledger_entry;
create statistics ledger_entry_titles on lower(title) from ledger_entry;
analyze ledger_entry;

-- Mails that are erased are few, or none.
create index mail_outbox_erased on mail_outbox (id) where erased_at is not null;

-- What waits to be melted: scrap that nobody stocked, and pieces that were given up.
create index ledger_entry_scrap on ledger_entry (number) where product_id is null and is_open;
create index product_melted on product (id) where status = 'melted';
