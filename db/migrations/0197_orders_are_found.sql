-- What staff look for in an order by words, in one text that follows it: JSON of 20,000 orders is slow to open each time.
alter table shop_order add column search_text text generated always as (lower(
  number || ' ' || email || ' ' || coalesce(invoice_address ->> 'name', '') || ' ' || coalesce(invoice_address ->> 'company', '')
  || ' ' || coalesce(delivery #>> '{address,name}', '') || ' ' || coalesce(tracking ->> 'code', ''))) stored;

-- What was sold free of tax and needs a proof that it has left.
create index order_line_proved on order_line (order_id)
  where tax_rule in ('export', 'margin-export', 'intra-community') and refunded_cents = 0;
