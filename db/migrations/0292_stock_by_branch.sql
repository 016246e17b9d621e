-- Which pieces lie in a branch, in whatever state, without reading their words: for orders of a branch, and to count its pieces.
create index stock_entry_branch on stock_entry (branch_id) include (product_id);
