-- Whoever wants to be told of one piece: when it costs less than when they asked, and, while it is reserved, when it can
-- be had again. Beside the alerts of listings: asked, confirmed, ended and forgotten as they are. The release before takes
-- such a path for one that is no longer understood, and tells nobody.
alter table stock_alert
  -- stock number of the piece; null: the alert is of a listing. No reference: a new one would look at all rows under a lock
  add column product_id text,
  -- what it cost when it was asked for or last told of
  add column seen_cents int,
  -- asked for while it was reserved: told once when it is free
  add column waits boolean not null default false;
