-- Money that was booked wrongly is taken back by an entry of its own: the same amount less than nothing, with the reason.
-- The wrong entry stays as it was and only notes that it no longer stands, so that its reference is free again.
drop trigger money_stays on money;
alter table money
  add column corrects bigint unique references money,
  add column corrected_at timestamptz,
  -- the buyer reads it
  add column reason text check (length(reason) between 3 and 500),
  drop constraint money_amount_cents_check,
  add constraint money_amount_cents_check check (amount_cents <> 0 and (amount_cents < 0) = (corrects is not null)),
  add constraint correction_says_why check ((corrects is null) = (reason is null)),
  add constraint correction_stands check (corrects is null or corrected_at is null),
  drop constraint money_channel_direction_reference_key;
create unique index money_once on money (channel, direction, reference) where corrected_at is null;

create function keep_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.corrected_at is not null or new.corrected_at is null
    or to_jsonb(new) - 'corrected_at' <> to_jsonb(old) - 'corrected_at' then
    raise exception 'money is a record: nothing in it is changed or deleted' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger money_stays before update or delete on money for each row execute function keep_money();

create function correct_money() returns trigger language plpgsql as $$
begin
  update money set corrected_at = now()
    where id = new.corrects and corrected_at is null and corrects is null and order_id = new.order_id
      and direction = new.direction and channel = new.channel and amount_cents = -new.amount_cents;
  if not found then
    raise exception 'entry % of the money cannot be corrected so', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger money_corrects before insert on money for each row when (new.corrects is not null)
  execute function correct_money();

-- A refund that was planned for money which never came is not made.
alter table refund add column withdrawn_at timestamptz,
  add constraint withdrawn_is_unsent check (withdrawn_at is null or done_at is null);
drop index refund_due;
create index refund_due on refund (next_try_at) where done_at is null and withdrawn_at is null and channel = 'online';

-- Orders and pieces go back to where their money says.
insert into order_step (from_status, event, to_status) values
  ('paid', 'correct-payment', 'awaiting_payment'),
  ('paid', 'correct-revival', 'expired'),
  ('preparing', 'correct-payment', 'awaiting_payment'),
  ('preparing', 'correct-revival', 'expired'),
  ('conflict_refunded', 'correct-expired', 'expired'),
  ('conflict_refunded', 'correct-cancelled', 'cancelled');
insert into product_step (from_status, event, to_status) values ('sold', 'correct-payment', 'reserved');
