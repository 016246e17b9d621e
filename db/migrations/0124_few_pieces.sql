-- How many pieces a network may keep at least, which keeps `by_network` already: `few`, but of four to six on sale a
-- second and more only while two others stay free, which a second network cannot both have. Kept are pieces at checkouts
-- other than `own_holder`, and in orders. Then one checkout at a time until its transaction ends: a function that changes
-- something reads anew, so after its wait it sees what the one before it took. Asked with what `kept_pieces` answers, and
-- so after it: everybody waits in the same order.
create function few_pieces(few int, own_holder text, by_network int) returns int
language plpgsql volatile as $$
declare
  on_sale int;
  free int;
begin
  select count(*) into on_sale from (select from product where status in ('listed', 'reserved') limit 7) stock;
  if on_sale not between 4 and 6 then
    return few;
  end if;
  perform pg_advisory_xact_lock(hashtext('the last pieces'));
  select count(*) into free from product p
  where p.status in ('listed', 'reserved') and not exists (
    select from claim c where c.product_id = p.id
      and (c.order_id is not null or c.held_until > now() and c.holder <> own_holder));
  return greatest(1, least(few, by_network + free - 2));
end $$;
