-- What precious metal cost, when, and who says so. Rows are only added: every valuation can be retraced.
create table metal_price (
  id bigint generated always as identity primary key,
  metal text not null check (metal in ('gold', 'silver', 'platinum', 'palladium')),
  cents_per_ounce int not null check (cents_per_ounce > 0),
  -- when the price held, as its source says
  at timestamptz not null,
  -- shown to customers
  source text not null check (length(source) between 1 and 80),
  -- who entered it; null: read from the feed
  entered_by text check (length(entered_by) between 1 and 120),
  recorded_at timestamptz not null default now()
);
create index metal_price_newest on metal_price (metal, at desc, id desc);
-- The feed repeats a price until it has a new one.
create unique index metal_price_feed_once on metal_price (metal, at) where entered_by is null;

-- The share of the metal's value that is paid out, from a day on. Rows are only added.
create table payout_rate (
  id bigint generated always as identity primary key,
  name text not null check (name in ('gold-scrap', 'gold-bullion', 'silver', 'platinum', 'palladium')),
  per_mille int not null check (per_mille between 1 and 1000),
  valid_from timestamptz not null,
  entered_by text not null check (length(entered_by) between 1 and 120),
  recorded_at timestamptz not null default now()
);
create index payout_rate_newest on payout_rate (name, valid_from desc, id desc);
