-- Prices of the feed that are too far from the last one, or outside of their bounds: they hold once staff accept them
-- or a second reading agrees. Rows stay, with what became of them.
create table metal_price_waiting (
  id bigint generated always as identity primary key,
  metal text not null check (metal in ('gold', 'silver', 'platinum', 'palladium')),
  cents_per_ounce int not null check (cents_per_ounce > 0),
  -- when the price held, as the feed says
  at timestamptz not null,
  source text not null check (length(source) between 1 and 80),
  -- when the feed was read
  read_at timestamptz not null,
  settled text check (settled in ('agreed', 'accepted', 'refused', 'overtaken')),
  settled_at timestamptz,
  -- staff who accepted, refused or entered another price
  settled_by text check (length(settled_by) between 1 and 120),
  check ((settled is null) = (settled_at is null)),
  check (settled_by is not null or settled is null or settled in ('agreed', 'overtaken'))
);
create unique index metal_price_waiting_one on metal_price_waiting (metal) where settled is null;
create index metal_price_waiting_refused on metal_price_waiting (metal) where settled = 'refused';
