-- An order is found by the street and town that it goes to, too: both may have been changed since it was placed.
alter table shop_order drop column search_text;
alter table shop_order add column search_text text generated always as (lower(
  number || ' ' || email || ' ' || coalesce(invoice_address ->> 'name', '') || ' ' || coalesce(invoice_address ->> 'company', '')
  || ' ' || coalesce(delivery #>> '{address,name}', '') || ' ' || coalesce(delivery #>> '{address,street}', '')
  || ' ' || coalesce(delivery #>> '{address,postalCode}', '') || ' ' || coalesce(delivery #>> '{address,city}', '')
  || ' ' || coalesce(tracking ->> 'code', ''))) stored;
