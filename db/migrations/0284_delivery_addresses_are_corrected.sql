-- Where an order went before its delivery address was changed is kept beside the change, for staff. It names its buyer, and
-- goes with whoever is forgotten, as reasons do.
create or replace function keep_order_entry() returns trigger language plpgsql as $$
declare
  -- what may be erased
  personal text[] := case when old.kind = 'address' then array['reason', 'detail'] else array['reason'] end;
begin
  if not erases_people() or to_jsonb(new) - personal <> to_jsonb(old) - personal then
    raise exception 'what happened to an order is a record: nothing in it is changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
