-- What was ordered, offered to us and sold in a time is counted by these.
create index shop_order_placed on shop_order (placed_at) include (status, total_cents);
create index sell_request_of_days on sell_request (submitted_at) include (status);
create index stock_entry_sold on stock_entry (sold_at) include (brand_id, price_cents, on_sale_since) where status = 'sold';
