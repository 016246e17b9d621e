-- Since when an order that is collected lies ready in its branch; its buyer was told then.
alter table shop_order add column ready_at timestamptz;
