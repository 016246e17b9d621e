-- Label of a parcel that comes to us, as the carrier made it: a file that goes with the mail about it. One for each sell
-- request or order, gone once the parcel is here or no longer awaited.
create table label_file (
  id bigint generated always as identity primary key,
  request_id bigint unique references sell_request,
  order_id bigint unique references shop_order,
  kind text not null check (kind in ('pdf', 'png')),
  content bytea not null check (octet_length(content) between 1 and 5000000),
  at timestamptz not null default now(),
  constraint of_one_parcel check (num_nonnulls(request_id, order_id) = 1)
);
