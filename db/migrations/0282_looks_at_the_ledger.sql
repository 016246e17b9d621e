-- What a look at the ledger asks for each time: whether staff entered a piece or what one cost since the last, and pieces of which
-- nobody knows what was paid.
create index change_record_of_ledger on change_record (id)
  where subject = 'piece' and (part = 'product_staff' or operation = 'insert');
create index ledger_without_cost on ledger (number) where purchase_cents is null;
