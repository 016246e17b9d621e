-- What a piece brought so far, the VAT owed for it, here or in another state, and when it went the last time: the figures of a
-- time add up rows of the list instead of every line of what became of pieces.
alter table ledger_entry
  add last_out_on date,
  add proceeds_cents bigint not null default 0,
  add tax_cents bigint not null default 0;

create or replace function refresh_ledger_entries(numbers int[]) returns void language sql as $$
  insert into ledger_entry (number, product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on, purchase_cents,
    known_purchase_cents, exits, sales, melts, is_open, gone_by, last_out_on, proceeds_cents, tax_cents, words)
  select l.number, l.product_id, l.title, b.number, coalesce(b.branch_id, p.branch_id), p.tax_mode, l.booked_on,
    l.cost_booked_on, l.purchase_cents, coalesce(l.purchase_cents, gone.learned_cents), gone.exits, gone.sales, gone.melts,
    gone.times <= 0 and not gone.cancelled, case when gone.times > 0 then gone.last_out end, gone.last_out_on,
    gone.proceeds_cents, gone.tax_cents,
    lower(concat_ws(' ', l.number, l.title, l.product_id, b.number, gone.documents, gone.orders))
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
  where l.number = any (numbers)
  on conflict (number) do update set (product_id, title, receipt, branch_id, tax_mode, booked_on, cost_booked_on,
      purchase_cents, known_purchase_cents, exits, sales, melts, is_open, gone_by, last_out_on, proceeds_cents, tax_cents, words)
    = (excluded.product_id, excluded.title, excluded.receipt,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.branch_id else excluded.branch_id end,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.tax_mode else excluded.tax_mode end,
      excluded.booked_on, excluded.cost_booked_on, excluded.purchase_cents, excluded.known_purchase_cents, excluded.exits,
      excluded.sales, excluded.melts, excluded.is_open, excluded.gone_by, excluded.last_out_on, excluded.proceeds_cents,
      excluded.tax_cents, excluded.words)
$$;

update ledger_entry l
  set last_out_on = gone.last_out_on, proceeds_cents = gone.proceeds_cents, tax_cents = gone.tax_cents
  from (
    select e.ledger_number, max(e.on_day) filter (where e.kind in ('sale', 'melt')) as last_out_on,
      sum(e.proceeds_cents)::bigint as proceeds_cents, sum(e.tax_cents + e.destination_tax_cents)::bigint as tax_cents
    from ledger_exit e group by e.ledger_number
  ) gone
  where gone.ledger_number = l.number;

drop index ledger_entry_gone;
create index ledger_entry_went on ledger_entry (last_out_on)
  include (number, product_id, known_purchase_cents, proceeds_cents, tax_cents) where gone_by is not null;
