-- Whether a price or rate was doubtful and somebody said that it is right nevertheless.
alter table metal_price add column confirmed boolean not null default false;
alter table payout_rate add column confirmed boolean not null default false;
