-- Nearly all pieces are sold or melted once, or are here. What alone became of a piece stands beside it, so that lines with words,
-- and sums of the whole time, are found and added up without joining all pieces to all that became of them.

-- Whoever writes of a piece meanwhile waits here, before the function below is read in its former text.
lock table ledger, ledger_exit in share row exclusive mode;

alter table ledger_entry
  add exit_id bigint,
  add exit_kind text,
  add exit_booked_on date,
  add exit_tax_mode text,
  add exit_purchase_cents int,
  add exit_margin_cents int,
  add exit_tax_cents int,
  add exit_destination_net_cents int,
  add exit_destination_tax_cents int;
comment on column ledger_entry.exit_id is 'what became of it, if it is one thing, with the columns that follow; its proceeds are the piece''s';

create or replace function refresh_ledger_entries(numbers int[]) returns void language sql as $$
  insert into ledger_entry (number, product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on, purchase_cents,
    known_purchase_cents, exits, sales, melts, is_open, gone_by, last_out_on, proceeds_cents, tax_cents, words, exit_id, exit_kind, exit_booked_on,
    exit_tax_mode, exit_purchase_cents, exit_margin_cents, exit_tax_cents, exit_destination_net_cents,
    exit_destination_tax_cents)
  select l.number, l.product_id, l.title, b.number, coalesce(b.branch_id, p.branch_id), p.tax_mode, l.booked_on,
    l.cost_booked_on, l.purchase_cents, coalesce(l.purchase_cents, gone.learned_cents), gone.exits, gone.sales, gone.melts,
    gone.times <= 0 and not gone.cancelled, case when gone.times > 0 then gone.last_out end, gone.last_out_on,
    gone.proceeds_cents, gone.tax_cents,
    lower(concat_ws(' ', l.number, l.title, l.product_id, b.number, gone.documents, gone.orders)),
    alone.id, alone.kind, alone.booked_on, alone.tax_mode, alone.purchase_cents, alone.margin_cents, alone.tax_cents,
    alone.destination_net_cents, alone.destination_tax_cents
  from ledger l
    left join purchase b on b.id = l.purchase_id
    left join product p on p.id = l.product_id
    cross join lateral (
      select count(*) as exits, count(*) filter (where e.kind = 'sale') as sales, count(*) filter (where e.kind = 'melt') as melts,
        coalesce(sum(case when e.kind in ('sale', 'melt') then 1 when e.kind = 'return' then -1 else 0 end), 0) as times,
        coalesce(bool_or(e.kind = 'cancelled'), false) as cancelled,
        max(e.id) filter (where e.kind in ('sale', 'melt')) as last_out,
        max(e.on_day) filter (where e.kind in ('sale', 'melt')) as last_out_on, max(e.purchase_cents) as learned_cents,
        coalesce(sum(e.proceeds_cents), 0)::bigint as proceeds_cents,
        coalesce(sum(e.tax_cents + e.destination_tax_cents), 0)::bigint as tax_cents,
        string_agg(e.document, ' ') as documents, string_agg(o.number, ' ') as orders
      from ledger_exit e left join shop_order o on o.id = e.order_id where e.ledger_number = l.number
    ) gone
    left join ledger_exit alone on alone.ledger_number = l.number and gone.exits = 1
  where l.number = any (numbers)
  on conflict (number) do update set (product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on,
      purchase_cents, known_purchase_cents, exits, sales, melts, is_open, gone_by, last_out_on, proceeds_cents, tax_cents, words,
      exit_id, exit_kind, exit_booked_on, exit_tax_mode, exit_purchase_cents, exit_margin_cents, exit_tax_cents, exit_destination_net_cents,
      exit_destination_tax_cents)
    = (excluded.product_id, excluded.title, excluded.receipt,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.branch_id else excluded.branch_id end,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.tax_mode else excluded.tax_mode end,
      excluded.booked_on, excluded.cost_booked_on, excluded.purchase_cents, excluded.known_purchase_cents, excluded.exits,
      excluded.sales, excluded.melts, excluded.is_open, excluded.gone_by, excluded.last_out_on, excluded.proceeds_cents,
      excluded.tax_cents, excluded.words, excluded.exit_id, excluded.exit_kind, excluded.exit_booked_on, excluded.exit_tax_mode,
      excluded.exit_purchase_cents, excluded.exit_margin_cents, excluded.exit_tax_cents, excluded.exit_destination_net_cents,
      excluded.exit_destination_tax_cents)
$$;

update ledger_entry l
  set (exit_id, exit_kind, exit_booked_on, exit_tax_mode, exit_purchase_cents, exit_margin_cents, exit_tax_cents, exit_destination_net_cents,
      exit_destination_tax_cents)
    = (e.id, e.kind, e.booked_on, e.tax_mode, e.purchase_cents, e.margin_cents, e.tax_cents, e.destination_net_cents,
      e.destination_tax_cents)
  from ledger_exit e where e.ledger_number = l.number and l.exits = 1;
analyze ledger_entry;
