-- Stock-taking: what should lie in a branch, or in all, and what was found there.
create table stock_count (
  id int generated always as identity primary key,
  -- null: all branches
  branch_id text references branch,
  started_at timestamptz not null default now(),
  started_by int not null references staff_member,
  paused_at timestamptz,
  closed_at timestamptz,
  closed_by int references staff_member,
  -- as it was when it was closed
  result jsonb,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (result is null))
);
create unique index stock_count_open on stock_count (coalesce(branch_id, '')) where closed_at is null;

create table stock_count_scan (
  id bigint generated always as identity primary key,
  count_id int not null references stock_count,
  product_id text not null references product,
  at timestamptz not null default now(),
  staff_id int not null references staff_member,
  unique (count_id, product_id)
);

create function keep_closed_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null then
    raise exception 'a count that was closed is a record' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger stock_count_stays before update or delete on stock_count
  for each row execute function keep_closed_count();

create function keep_scans_of_closed_count() returns trigger language plpgsql as $$
begin
  perform from stock_count where id = coalesce(new.count_id, old.count_id) and closed_at is null for share;
  if not found then
    raise exception 'a count that was closed is a record' using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger stock_count_scan_stays before insert or update or delete on stock_count_scan
  for each row execute function keep_scans_of_closed_count();
