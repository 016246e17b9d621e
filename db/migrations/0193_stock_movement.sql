-- What left the shop, or came in, while it was counted: sold meanwhile is neither missing nor too many.
create function is_counted(status text, branch_id text, counted_branch text) returns boolean language sql immutable as $$
  select status in ('intake', 'preparing', 'listed', 'reserved', 'returned')
    and branch_id is not null and (counted_branch is null or branch_id = counted_branch)
$$;

-- One row for each piece that was expected at some time of a count and is not at another.
create table stock_count_movement (
  count_id int not null references stock_count,
  product_id text not null references product,
  -- the last time
  at timestamptz not null default now(),
  primary key (count_id, product_id)
);

create function note_stock_movement() returns trigger language plpgsql as $$
begin
  insert into stock_count_movement (count_id, product_id)
    select c.id, new.id from stock_count c
    where c.closed_at is null
      and is_counted(new.status, new.branch_id, c.branch_id)
        <> (tg_op = 'UPDATE' and is_counted(old.status, old.branch_id, c.branch_id))
  on conflict (count_id, product_id) do update set at = excluded.at;
  return null;
end $$;
create trigger product_moved after update on product for each row
  when (old.status <> new.status or old.branch_id is distinct from new.branch_id)
  execute function note_stock_movement();
create trigger product_moved_in after insert on product for each row
  when (is_counted(new.status, new.branch_id, null))
  execute function note_stock_movement();

-- Counts that are under way: what happened since they began, as far as histories tell it.
insert into stock_count_movement (count_id, product_id, at)
  select c.id, s.product_id, max(s.at)
  from stock_count c
  join product_status_change s on s.at >= c.started_at
  join product p on p.id = s.product_id
  where c.closed_at is null
    and is_counted(s.from_status, p.branch_id, c.branch_id) <> is_counted(s.to_status, p.branch_id, c.branch_id)
  group by c.id, s.product_id;

-- Codes that were scanned and belong to no piece: a price tag of another shop, a piece that was never entered.
create table stock_count_stray (
  id int generated always as identity primary key,
  count_id int not null references stock_count,
  code text not null check (length(code) between 1 and 200),
  at timestamptz not null default now(),
  staff_id int not null references staff_member,
  unique (count_id, code)
);
create trigger stock_count_stray_stays before insert or update or delete on stock_count_stray
  for each row execute function keep_scans_of_closed_count();
