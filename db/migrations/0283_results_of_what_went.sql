-- What pieces left that are gone, for the figures of a time: some tens of thousands of them, of which the list's words, by far
-- the widest of their rows, say nothing.
create index ledger_entry_gone on ledger_entry (number) include (product_id, booked_on, known_purchase_cents)
  where gone_by is not null;
