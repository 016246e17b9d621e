-- Who did it: a member of staff by name, the buyer, the shop by itself, or the payment provider. Empty in what was
-- written before names were kept. `lockOrder` says who for its transaction; the trigger writes it down.
alter table order_status_change
  add column actor text check (actor in ('staff', 'buyer', 'shop', 'provider')),
  add column actor_name text,
  add constraint staff_are_named check ((actor = 'staff') = (actor_name is not null));
alter table money
  add column actor text check (actor in ('staff', 'buyer', 'shop', 'provider')),
  add column actor_name text,
  add constraint staff_are_named check ((actor = 'staff') = (actor_name is not null));
alter table withdrawal_answer
  add column actor text check (actor in ('staff', 'buyer', 'shop', 'provider')),
  add column actor_name text,
  add constraint staff_are_named check ((actor = 'staff') = (actor_name is not null));
create trigger withdrawal_answer_stays before update or delete on withdrawal_answer for each row execute function refuse();

-- What was done with an order besides its steps and its money.
create table order_entry (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  actor text not null check (actor in ('staff', 'buyer', 'shop', 'provider')),
  actor_name text,
  -- the buyer reads it
  reason text check (length(reason) between 3 and 500),
  -- what it was about, by kind
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  at timestamptz not null default now(),
  constraint staff_are_named check ((actor = 'staff') = (actor_name is not null))
);
create index order_entry_order on order_entry (order_id, id);
create trigger order_entry_stays before update or delete on order_entry for each row execute function refuse();

create or replace function keep_order() returns trigger language plpgsql as $$
declare
  step text;
  -- 'staff:Berta Einkauf', 'buyer', 'shop', 'provider'
  who text := nullif(current_setting('shop.actor', true), '');
  who_name text := case when who like 'staff:%' then substr(who, 7) end;
begin
  if new.status <> old.status then
    select event into step from order_step where from_status = old.status and to_status = new.status;
    if step is null then
      raise exception 'an order cannot go from % to %', old.status, new.status
        using errcode = 'check_violation', constraint = 'order_step';
    end if;
    insert into order_status_change (order_id, event, from_status, to_status, actor, actor_name)
      values (new.id, step, old.status, new.status, split_part(who, ':', 1), who_name);
  end if;
  -- Nobody but staff accepts an order or lays it out; what follows from an order or its money the shop does itself.
  if who_name is not null and new.accepted_at is distinct from old.accepted_at then
    insert into order_entry (order_id, kind, actor, actor_name) values (new.id, 'accepted', 'staff', who_name);
  end if;
  if who_name is not null and new.ready_at is distinct from old.ready_at then
    insert into order_entry (order_id, kind, actor, actor_name) values (new.id, 'ready', 'staff', who_name);
  end if;
  if (new.number, new.token, new.submission, new.placed_at, new.total_cents, new.goods_cents, new.shipping_cents)
    is distinct from (old.number, old.token, old.submission, old.placed_at, old.total_cents, old.goods_cents, old.shipping_cents) then
    raise exception 'what was ordered is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
