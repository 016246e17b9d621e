-- What lists and Today count of many pieces is read from an index alone: which lack what, which are drafts, and since when
-- those are on sale that are; and what a count of the stock expects.
drop index stock_entry_incomplete;
create index stock_entry_incomplete on stock_entry (number desc) include (missing, status) where missing <> '{}';
create index stock_entry_draft on stock_entry (number desc) where status = 'draft';
create index stock_entry_on_sale on stock_entry (on_sale_since) include (status) where status in ('listed', 'reserved');
create index stock_entry_in_shop on stock_entry (branch_id, product_id) include (status)
  where status in ('intake', 'preparing', 'listed', 'reserved', 'returned');
-- Today asks the list since.
drop index product_not_gone;
drop index product_without_text;
