-- Written by `npm run attributes` from app/shop/catalogue/attributes.
alter table product add column lug_width_mm smallint check (lug_width_mm between 6 and 40);
alter table product add constraint lug_width_mm_of_kind check (kind = 'watch' or lug_width_mm is null);
insert into search_column (name, reading, field) values ('lug_width_mm', 'whole', null)
  on conflict (name) do update set reading = excluded.reading, field = excluded.field;
