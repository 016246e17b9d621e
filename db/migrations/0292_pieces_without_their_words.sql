-- What lists of pieces are narrowed, ordered and counted by, without the words that most of a row is; and which pieces lie in a
-- branch, in whatever state, for the orders of one.
create index stock_entry_branch on stock_entry (branch_id)
  include (product_id, number, kind, status, on_sale_since, sold_at, price_cents, cost_cents);
