-- What has lately arrived of sellers' photos, so that no client fills the disk (app/shop/buying/upload-limits.ts); kept
-- for two days. A row is there before its photo is read: while it arrives, `bytes` is what it may become.
create table sell_photo_arrival (
  id bigint generated always as identity primary key,
  -- pseudonym of the sender's address, null for this machine itself
  client text check (length(client) <= 100),
  bytes int not null check (bytes >= 0),
  arriving boolean not null default true,
  at timestamptz not null default now()
);
create index sell_photo_arrival_client on sell_photo_arrival (client, at);
create index sell_photo_arrival_at on sell_photo_arrival (at);
