-- Pictures whose variants are made before anybody asks for them (app/shop/catalogue/photos-ahead.ts): one row each,
-- however many pieces show it.
create table picture_variants (
  -- the id of a photo, or the name of an asset, which has a slash
  picture text primary key check (picture ~ '^[0-9a-f]{32}$' or picture ~ '/'),
  -- shown on the front page, so before all others
  front boolean not null default false,
  -- those that came last are made first
  at timestamptz not null default now(),
  -- how much is done: nothing, the format that nearly every browser takes, all
  stage smallint not null default 0 check (stage between 0 and 2),
  -- how those were made that are; another way makes them due again
  made_with text,
  check ((made_with is null) = (stage = 0))
);
create index picture_variants_due on picture_variants (stage, front desc, at desc) where stage < 2;
create index picture_variants_made_with on picture_variants (made_with);

-- Many pieces may share a photo and come at once: only photos that are not known yet are noted.
create function note_photos() returns trigger language plpgsql as $$
begin
  insert into picture_variants (picture, at)
  select n.id, max(coalesce(p.listed_at, now()))
  from new_photos n join product p on p.id = n.product_id
  where not exists (select from picture_variants v where v.picture = n.id)
  group by n.id order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger note_photos after insert on photo referencing new table as new_photos
  for each statement execute function note_photos();

insert into picture_variants (picture, at)
select f.id, max(coalesce(p.listed_at, f.created_at)) from photo f join product p on p.id = f.product_id group by f.id;
