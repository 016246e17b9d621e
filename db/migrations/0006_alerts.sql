-- Whoever wants to be told when a piece of some choice is listed. Confirmed by e-mail, left with one click.
create table stock_alert (
  id bigint generated always as identity primary key,
  -- in every mail's links; tells nothing but this alert
  token text not null unique check (length(token) >= 32),
  -- null once it was left: nothing of the person stays
  email text check (length(email) between 3 and 320),
  locale text not null check (locale in ('de', 'en')),
  -- the choice as the English listing's path
  path text not null check (path ~ '^/en/'),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  left_at timestamptz,
  -- pieces listed until then have been looked at
  matched_until timestamptz not null,
  check ((email is null) = (left_at is not null))
);
create unique index stock_alert_once on stock_alert (lower(email), path) where left_at is null;
create index stock_alert_confirmed on stock_alert (id) where confirmed_at is not null and left_at is null;
create index stock_alert_pending on stock_alert (created_at) where confirmed_at is null;

-- What somebody was told of: each piece once.
create table stock_alert_match (
  alert_id bigint not null references stock_alert on delete cascade,
  product_id text not null references product,
  at timestamptz not null,
  primary key (alert_id, product_id)
);
