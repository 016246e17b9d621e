-- Pieces that a client and its network (`clientKey`: the part before the dot) keep from others: held at checkouts other
-- than `own_holder`, and in orders whose money is still to come. One of a network at a time until its transaction ends:
-- a function that changes something reads anew, so after its wait it sees what the one before it took.
create function kept_pieces(who text, own_holder text, out by_client int, out by_network int)
language plpgsql volatile as $$
declare
  network text := split_part(who, '.', 1);
begin
  perform pg_advisory_xact_lock(hashtext('pieces kept by ' || network));
  select count(*) filter (where kept.client = who), count(*) into by_client, by_network
  from (
    select c.last_client as client from claim c
    where c.held_until > now() and c.holder <> own_holder and split_part(c.last_client, '.', 1) = network
    union all
    select o.client from shop_order o join claim c on c.order_id = o.id
    where o.status = 'awaiting_payment' and split_part(o.client, '.', 1) = network
  ) kept;
end $$;

-- What was sold to consumers of other member states, net, this year and the last; orders that came to nothing do not
-- count. `is_binding`: waits for others that count and are being placed, and then sees them.
create function distance_sales(is_binding boolean, out this_year bigint, out last_year bigint)
language plpgsql volatile as $$
begin
  if is_binding then
    perform pg_advisory_xact_lock(hashtext('distance sales'));
  end if;
  select coalesce(sum(distance_net_cents) filter (where placed_at >= y.begun), 0),
    coalesce(sum(distance_net_cents) filter (where placed_at < y.begun), 0)
  into this_year, last_year
  from (select date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' as begun,
      (date_trunc('year', now() at time zone 'Europe/Berlin') - interval '1 year') at time zone 'Europe/Berlin' as before) y
    left join shop_order o on o.distance_net_cents > 0 and o.placed_at >= y.before
      and o.status not in ('expired', 'cancelled', 'conflict_refunded');
end $$;
