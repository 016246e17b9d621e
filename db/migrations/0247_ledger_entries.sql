-- Every piece of the ledger as its list asks for it, in one narrow row: where it is, how it is taxed, what was paid for it,
-- whether it is still here, and the words it is found by. The books stay `ledger` and `ledger_exit`; triggers keep this in
-- step with them.
create table ledger_entry (
  number int primary key references ledger,
  product_id text,
  title text not null,
  receipt text,
  branch_id text,
  -- of the piece; a line of what became of it has its own
  tax_mode text,
  booked_on date not null,
  cost_booked_on date,
  purchase_cents int,
  -- with what a correction told
  known_purchase_cents int,
  exits int not null,
  sales int not null,
  melts int not null,
  -- the piece is here, and was not taken back by its seller
  is_open boolean not null,
  -- what took it away last, while it is with a buyer or melted
  gone_by bigint,
  words text not null
);

create function refresh_ledger_entries(numbers int[]) returns void language sql as $$
  insert into ledger_entry (number, product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on, purchase_cents,
    known_purchase_cents, exits, sales, melts, is_open, gone_by, words)
  select l.number, l.product_id, l.title, b.number, coalesce(b.branch_id, p.branch_id), p.tax_mode, l.booked_on,
    l.cost_booked_on, l.purchase_cents, coalesce(l.purchase_cents, gone.learned_cents), gone.exits, gone.sales, gone.melts,
    gone.times <= 0 and not gone.cancelled, case when gone.times > 0 then gone.last_out end,
    lower(concat_ws(' ', l.number, l.title, l.product_id, b.number, gone.documents, gone.orders))
  from ledger l
    left join purchase b on b.id = l.purchase_id
    left join product p on p.id = l.product_id
    cross join lateral (
      select count(*) as exits, count(*) filter (where e.kind = 'sale') as sales, count(*) filter (where e.kind = 'melt') as melts,
        coalesce(sum(case when e.kind in ('sale', 'melt') then 1 when e.kind = 'return' then -1 else 0 end), 0) as times,
        coalesce(bool_or(e.kind = 'cancelled'), false) as cancelled,
        max(e.id) filter (where e.kind in ('sale', 'melt')) as last_out, max(e.purchase_cents) as learned_cents,
        string_agg(e.document, ' ') as documents, string_agg(o.number, ' ') as orders
      from ledger_exit e left join shop_order o on o.id = e.order_id where e.ledger_number = l.number
    ) gone
  where l.number = any (numbers)
  on conflict (number) do update set (product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on,
      purchase_cents, known_purchase_cents, exits, sales, melts, is_open, gone_by, words)
    = (excluded.product_id, excluded.title, excluded.receipt, excluded.branch_id, excluded.tax_mode, excluded.booked_on,
      excluded.cost_booked_on, excluded.purchase_cents, excluded.known_purchase_cents, excluded.exits, excluded.sales,
      excluded.melts, excluded.is_open, excluded.gone_by, excluded.words)
$$;

-- Who writes of a piece at the same time waits, and then sees what the other wrote.
create function follow_ledger(numbers int[]) returns void language plpgsql as $$
begin
  perform from ledger where number = any (numbers) order by number for no key update;
  perform refresh_ledger_entries(numbers);
end $$;

create function follow_changed_ledger() returns trigger language plpgsql as $$
begin
  perform follow_ledger(array(select number from changed));
  return null;
end $$;
create trigger ledger_in_list_new after insert on ledger referencing new table as changed
  for each statement execute function follow_changed_ledger();
create trigger ledger_in_list after update on ledger referencing new table as changed
  for each statement execute function follow_changed_ledger();

create function follow_new_exits() returns trigger language plpgsql as $$
begin
  perform follow_ledger(array(select distinct ledger_number from changed));
  return null;
end $$;
create trigger ledger_exit_in_list after insert on ledger_exit referencing new table as changed
  for each statement execute function follow_new_exits();

create function follow_ledger_of_piece() returns trigger language plpgsql as $$
begin
  perform follow_ledger(array(select number from ledger where product_id = new.id));
  return null;
end $$;
create trigger product_in_ledger after update of branch_id, tax_mode on product
  for each row when (old.branch_id is distinct from new.branch_id or old.tax_mode is distinct from new.tax_mode)
  execute function follow_ledger_of_piece();

create function follow_ledger_of_purchase() returns trigger language plpgsql as $$
begin
  perform follow_ledger(array(select number from ledger where purchase_id = new.id));
  return null;
end $$;
create trigger purchase_in_ledger after update of branch_id, number on purchase
  for each row when (old.branch_id is distinct from new.branch_id or old.number is distinct from new.number)
  execute function follow_ledger_of_purchase();

select refresh_ledger_entries(array(select number from ledger));

create index ledger_entry_booked on ledger_entry (booked_on);
create index ledger_entry_cost_booked on ledger_entry (cost_booked_on);
create index ledger_entry_words on ledger_entry using gin (words gin_trgm_ops);
create index ledger_entry_unknown on ledger_entry (number) where known_purchase_cents is null;

-- What the palette and the lists look for by a part of it.
create index stock_entry_words on stock_entry using gin (words gin_trgm_ops);
create index shop_order_words on shop_order using gin (number gin_trgm_ops, (invoice_address ->> 'name') gin_trgm_ops);
create index sell_request_words on sell_request using gin (number gin_trgm_ops);
create index contact_message_words on contact_message using gin (name gin_trgm_ops, email gin_trgm_ops);
