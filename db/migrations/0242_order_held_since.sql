-- From when on its pieces were kept for whoever ordered them: the hold itself becomes the order's claim, and is gone.
alter table shop_order add column held_since timestamptz;
