-- Every piece as the office lists it, in one narrow row: what is missing, what it cost, the words it is found by. Only
-- staff read it. Kept by the triggers below; without foreign keys, for nothing else writes it.
create table stock_entry (
  product_id text primary key,
  number int not null,
  kind text not null,
  status text not null,
  branch_id text,
  brand_id int,
  -- maker and name, folded, to be sorted by
  name_de text collate "C" not null,
  name_en text collate "C" not null,
  price_cents int,
  cost_cents int,
  acquired_on date,
  -- of pieces that are on sale or were sold
  on_sale_since timestamptz,
  sold_at timestamptz,
  -- what keeps a piece that is here from being complete
  missing text[] not null,
  came_back boolean not null,
  words text not null,
  changed_at timestamptz not null
);
create index stock_entry_number on stock_entry (number desc);
create index stock_entry_name_de on stock_entry (name_de, number desc);
create index stock_entry_name_en on stock_entry (name_en, number desc);
create index stock_entry_price on stock_entry (price_cents, number desc);
create index stock_entry_price_down on stock_entry (price_cents desc nulls last, number);
create index stock_entry_incomplete on stock_entry (number desc) where missing <> '{}';
create index stock_entry_back on stock_entry (number desc) where came_back;

create function refresh_stock_entries(ids text[]) returns void language plpgsql set jit = off as $$
begin
  -- Whoever changes another part of the same piece now is waited for, so that the statement below sees it.
  perform from stock_entry where product_id = any (ids) order by product_id for update;
  insert into stock_entry as e
    select p.id, p.id::int, p.kind, p.status, p.branch_id, p.brand_id,
      search_fold(coalesce(b.name || ' ', '') || (p.name ->> 'de')),
      search_fold(coalesce(b.name || ' ', '') || (p.name ->> 'en')),
      p.price_cents, s.cost_cents, s.acquired_on,
      case when p.status in ('listed', 'reserved', 'sold') then p.listed_at end,
      case when p.status = 'sold' then p.sold_at end,
      case when p.status in ('sold', 'withdrawn', 'melted') then '{}' else array_remove(array[
        case when not exists (select from photo f where f.product_id = p.id) then 'photos' end,
        case when p.kind = 'watch' and not exists (select from theft_check t where t.product_id = p.id)
          then 'theft-check' end,
        case when p.description is null then 'description'
          -- Both languages must be filled: whoever has no English yet writes the German words there.
          when p.description ->> 'en' = p.description ->> 'de' then 'english' end,
        case when p.price_cents is null then 'price' end,
        case when p.condition is null or p.branch_id is null
          or p.kind = 'watch' and (p.movement is null or p.case_material is null)
          or p.kind = 'jewellery' and (p.jewellery_type is null or p.metal is null)
          or p.kind = 'bullion' and (p.metal is null or p.fine_grams is null) then 'facts' end], null) end,
      p.status in ('returned', 'intake', 'preparing')
        and exists (select from product_status_change c where c.product_id = p.id and c.event = 'take-back'
          and not exists (select from product_status_change l
            where l.product_id = p.id and l.event = 'list' and l.id > c.id)),
      search_fold(concat_ws(' ', p.id, b.name, m.name, r.number, regexp_replace(r.number, '[^[:alnum:]]+', '', 'g'),
        p.name ->> 'de', p.name ->> 'en')),
      p.updated_at
    from product p
    left join product_staff s on s.product_id = p.id
    left join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id
    left join reference r on r.id = p.reference_id
    where p.id = any (ids)
  on conflict (product_id) do update set (kind, status, branch_id, brand_id, name_de, name_en, price_cents, cost_cents,
      acquired_on, on_sale_since, sold_at, missing, came_back, words, changed_at)
    = (excluded.kind, excluded.status, excluded.branch_id, excluded.brand_id, excluded.name_de, excluded.name_en,
      excluded.price_cents, excluded.cost_cents, excluded.acquired_on, excluded.on_sale_since, excluded.sold_at,
      excluded.missing, excluded.came_back, excluded.words, excluded.changed_at);
end $$;

create function refresh_stock_of_changed() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'id' then
    perform refresh_stock_entries(array(select id from changed));
  else
    perform refresh_stock_entries(array(select distinct product_id from changed));
  end if;
  return null;
end $$;
create trigger product_in_stock_new after insert on product referencing new table as changed
  for each statement execute function refresh_stock_of_changed('id');
create trigger product_in_stock after update on product referencing new table as changed
  for each statement execute function refresh_stock_of_changed('id');
do $$
declare
  name text;
begin
  foreach name in array array['product_staff', 'photo', 'theft_check'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function refresh_stock_of_changed()', name || '_in_stock_new', name);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function refresh_stock_of_changed()', name || '_in_stock', name);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function refresh_stock_of_changed()', name || '_in_stock_gone', name);
  end loop;
end $$;

-- A renamed maker, model or reference.
create function refresh_stock_of_vocabulary() returns trigger language plpgsql as $$
begin
  perform refresh_stock_entries(array(
    select id from product where case tg_table_name
      when 'brand' then brand_id when 'model' then model_id else reference_id end = new.id));
  return null;
end $$;
create trigger brand_in_stock after update of name on brand
  for each row when (old.name <> new.name) execute function refresh_stock_of_vocabulary();
create trigger model_in_stock after update of name on model
  for each row when (old.name <> new.name) execute function refresh_stock_of_vocabulary();
create trigger reference_in_stock after update of number on reference
  for each row when (old.number <> new.number) execute function refresh_stock_of_vocabulary();

create function empty_stock_entries() returns trigger language plpgsql as $$
begin
  delete from stock_entry;
  return null;
end $$;
create trigger product_stock_emptied after truncate on product for each statement execute function empty_stock_entries();
create function refresh_all_stock_entries() returns trigger language plpgsql as $$
begin
  perform refresh_stock_entries(array(select id from product));
  return null;
end $$;
create trigger photo_stock_emptied after truncate on photo
  for each statement execute function refresh_all_stock_entries();
create trigger product_staff_stock_emptied after truncate on product_staff
  for each statement execute function refresh_all_stock_entries();
create trigger theft_check_stock_emptied after truncate on theft_check
  for each statement execute function refresh_all_stock_entries();

select refresh_stock_entries(array(select id from product));
