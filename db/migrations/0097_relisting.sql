-- A piece that came back returns to sale by a step of staff: the history of a piece says who took a step, where
-- somebody did. It is said for the transaction: select set_config('shop.actor', 'Berta', true).
alter table product_status_change add column actor text check (actor <> '');

create or replace function record_product() returns trigger language plpgsql as $$
begin
  if new.price_cents is not null
    and (new.price_cents is distinct from old.price_cents or new.price_since is distinct from old.price_since) then
    insert into price_history (product_id, since, price_cents) values (new.id, new.price_since, new.price_cents)
      on conflict (product_id, since) do update set price_cents = excluded.price_cents;
  end if;
  if new.slug_de <> old.slug_de then
    insert into slug_history (product_id, locale, slug) values (new.id, 'de', old.slug_de) on conflict do nothing;
  end if;
  if new.slug_en <> old.slug_en then
    insert into slug_history (product_id, locale, slug) values (new.id, 'en', old.slug_en) on conflict do nothing;
  end if;
  if new.status <> old.status then
    insert into product_status_change (product_id, event, from_status, to_status, actor)
      select new.id, event, from_status, to_status, nullif(current_setting('shop.actor', true), '') from product_step
      where from_status = old.status and to_status = new.status;
  end if;
  return null;
end $$;
