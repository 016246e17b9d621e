-- A purchase and an identification only ever lose what names the seller, or have it sealed under another secret
-- (app/shop/buying/reseal.ts says so with shop.resealing).
create or replace function keep_purchase() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['seller_sealed', 'seller_erased_at', 'cancelled_at']
      <> to_jsonb(old) - array['seller_sealed', 'seller_erased_at', 'cancelled_at']
    or (new.seller_sealed is not null and new.seller_sealed is distinct from old.seller_sealed
      and (old.seller_sealed is null or current_setting('shop.resealing', true) is distinct from 'on'))
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at) then
    raise exception 'a purchase is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function keep_identification() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['sealed', 'person_hash', 'document_hash', 'erased_at']
      <> to_jsonb(old) - array['sealed', 'person_hash', 'document_hash', 'erased_at']
    or (new.sealed is not null
      and (old.sealed is null or current_setting('shop.resealing', true) is distinct from 'on')) then
    raise exception 'an identification is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
