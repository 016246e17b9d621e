-- An order has more than one invoice when it lapsed, or when its money was taken back, and it was paid after all: each
-- of them may be a sale of the same piece, taken back by its own cancellation before the next.
drop index ledger_sold_once;
create unique index ledger_sold_once on ledger_exit (ledger_number, order_id, coalesce(document, '')) where kind = 'sale';
