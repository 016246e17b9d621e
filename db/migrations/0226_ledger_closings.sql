-- Months of the ledger are closed, one after another; what is learned later is booked in the first month that is open.
create table ledger_closing (
  -- its first day
  month date primary key check (extract(day from month) = 1),
  -- the first closing counts whatever came before as well
  from_day date,
  pieces int not null check (pieces >= 0),
  purchase_cents bigint not null,
  exits int not null check (exits >= 0),
  proceeds_cents bigint not null,
  margin_cents bigint not null,
  tax_cents bigint not null,
  destination_net_cents bigint not null,
  destination_tax_cents bigint not null,
  -- the ledger of the month as it was exported, and its SHA-256
  content_rfc text not null,
  content_german text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  closed_by text not null check (closed_by <> ''),
  closed_at timestamptz not null default now()
);
create trigger ledger_closing_stays before update or delete on ledger_closing for each row execute function refuse();
create trigger ledger_closing_is_not_emptied before truncate on ledger_closing
  for each statement execute function refuse();

create function check_closing() returns trigger language plpgsql as $$
declare
  last date := (select max(month) from ledger_closing);
begin
  if last is not null and new.month <> last + interval '1 month' then
    raise exception 'months are closed in their order' using errcode = 'check_violation';
  end if;
  if (new.from_day is null) <> (last is null) or new.from_day <> new.month then
    raise exception 'the first closing alone counts what came before' using errcode = 'check_violation';
  end if;
  if new.month + interval '1 month' > (now() at time zone 'Europe/Berlin')::date then
    raise exception 'a month that runs is not closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_closing_in_order before insert on ledger_closing for each row execute function check_closing();

-- The day on which a row counts: its own, or the first of the month that was open when it was written.
alter table ledger add column booked_on date;
-- When its purchase price counts; null: it is not known, or a correction tells it.
alter table ledger add column cost_booked_on date;
alter table ledger_exit add column booked_on date;
alter table ledger disable trigger ledger_keep;
alter table ledger_exit disable trigger ledger_exit_stays;
update ledger set booked_on = coalesce(acquired_on, (entered_at at time zone 'Europe/Berlin')::date, current_date),
  cost_booked_on = case when purchase_cents is not null
    then coalesce(acquired_on, (entered_at at time zone 'Europe/Berlin')::date, current_date) end;
update ledger_exit set booked_on = on_day;
alter table ledger enable trigger ledger_keep;
alter table ledger_exit enable trigger ledger_exit_stays;
-- No checks of what the rows above still have to tell: the defaults are never kept, the triggers below say the day.
alter table ledger alter column booked_on set not null, alter column booked_on set default current_date,
  add constraint cost_is_booked check ((purchase_cents is null) = (cost_booked_on is null));
alter table ledger_exit alter column booked_on set not null, alter column booked_on set default current_date;
create index ledger_booked on ledger (booked_on);
create index ledger_cost_booked on ledger (cost_booked_on);
create index ledger_exit_booked on ledger_exit (booked_on);

create function open_day(day date) returns date language sql volatile as $$
  select greatest(day, (select (max(month) + interval '1 month')::date from ledger_closing))
$$;
create function book_ledger() returns trigger language plpgsql as $$
declare
  came date := coalesce(new.acquired_on, (coalesce(new.entered_at, now()) at time zone 'Europe/Berlin')::date);
begin
  if tg_op = 'INSERT' then
    new.booked_on := open_day(came);
    new.cost_booked_on := case when new.purchase_cents is not null then new.booked_on end;
  else
    new.booked_on := old.booked_on;
    new.cost_booked_on := case when new.purchase_cents is null then null
      when old.purchase_cents is not null then old.cost_booked_on else open_day(came) end;
  end if;
  return new;
end $$;
create trigger ledger_booked before insert or update on ledger for each row execute function book_ledger();
create function book_exit() returns trigger language plpgsql as $$
begin
  new.booked_on := open_day(new.on_day);
  return new;
end $$;
create trigger ledger_exit_booked before insert on ledger_exit for each row execute function book_exit();
