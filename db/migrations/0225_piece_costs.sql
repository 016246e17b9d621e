-- What a piece cost besides its purchase price. Rows are only added: a mistake is taken back by a row of its own. These
-- costs lessen what a sale leaves, never the base of the margin scheme, which is price less purchase price (§ 25a UStG).
create table piece_cost (
  id bigint generated always as identity primary key,
  product_id text not null references product,
  on_day date not null,
  kind text not null check (kind in ('workshop', 'certificate', 'shipping', 'photos', 'other')),
  net_cents int not null,
  vat_cents int not null,
  gross_cents int not null generated always as (net_cents + vat_cents) stored,
  supplier text not null default '' check (length(supplier) <= 120),
  -- number of the supplier's invoice
  receipt text not null default '' check (length(receipt) <= 60),
  note text not null default '' check (length(note) <= 500),
  -- the row that this one takes back: the same amounts, less than nothing
  cancels bigint unique references piece_cost,
  entered_by text not null check (entered_by <> ''),
  entered_at timestamptz not null default now(),
  constraint cost_or_counter_entry check (case when cancels is null
    then net_cents >= 0 and vat_cents >= 0 and net_cents + vat_cents > 0
    else net_cents <= 0 and vat_cents <= 0 and net_cents + vat_cents < 0 end)
);
create index piece_cost_piece on piece_cost (product_id, id);
create index piece_cost_day on piece_cost (on_day);
create trigger piece_cost_stays before update or delete on piece_cost for each row execute function refuse();
create trigger piece_cost_is_not_emptied before truncate on piece_cost for each statement execute function refuse();

create function check_counter_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from piece_cost c where c.id = new.cancels and c.cancels is null and c.product_id = new.product_id
      and c.kind = new.kind and c.net_cents = -new.net_cents and c.vat_cents = -new.vat_cents) then
    raise exception 'a cost is taken back whole' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger piece_cost_counter before insert on piece_cost for each row when (new.cancels is not null)
  execute function check_counter_entry();
