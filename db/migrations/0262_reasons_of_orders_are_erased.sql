-- Reasons that staff wrote down about an order may name its buyer: they go with whoever is forgotten, and with nobody else.
drop trigger order_entry_stays on order_entry;
create function keep_order_entry() returns trigger language plpgsql as $$
begin
  if not erases_people() or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason' then
    raise exception 'what happened to an order is a record: nothing in it is changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_entry_stays before update on order_entry for each row execute function keep_order_entry();
create trigger order_entry_is_not_deleted before delete on order_entry for each row execute function refuse();

create or replace function keep_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_people() and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  if tg_op = 'DELETE' or old.corrected_at is not null or new.corrected_at is null
    or to_jsonb(new) - 'corrected_at' <> to_jsonb(old) - 'corrected_at' then
    raise exception 'money is a record: nothing in it is changed or deleted' using errcode = 'check_violation';
  end if;
  return new;
end $$;
