-- Where a piece is and how it is taxed is written into its entry by the piece itself, which locks nothing of the ledger for
-- it: whoever melts a piece holds its row of the ledger and then waits for the piece. Whatever else refreshes an entry
-- leaves both alone, for it may have read the piece before somebody changed it; new rows lock their piece first.
create or replace function refresh_ledger_entries(numbers int[]) returns void language sql as $$
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
    = (excluded.product_id, excluded.title, excluded.receipt,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.branch_id else excluded.branch_id end,
      case when ledger_entry.product_id = excluded.product_id then ledger_entry.tax_mode else excluded.tax_mode end,
      excluded.booked_on, excluded.cost_booked_on, excluded.purchase_cents, excluded.known_purchase_cents, excluded.exits,
      excluded.sales, excluded.melts, excluded.is_open, excluded.gone_by, excluded.words)
$$;

create or replace function follow_ledger_of_piece() returns trigger language plpgsql as $$
begin
  update ledger_entry e
    set tax_mode = new.tax_mode, branch_id = case when l.purchase_id is null then new.branch_id else e.branch_id end
    from ledger l where l.number = e.number and l.product_id = new.id;
  return null;
end $$;

-- What was paid for is bought at that branch under that number for good: `purchase` refuses to change either.
drop trigger purchase_in_ledger on purchase;
drop function follow_ledger_of_purchase;
