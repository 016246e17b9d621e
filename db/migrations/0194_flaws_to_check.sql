-- A flaw stays where it was pinned when its photo is replaced, although it may lie elsewhere on the new one: until
-- somebody has looked, its place is to be checked. Customers see it all the same.
alter table photo_flaw add column check_place boolean not null default false;

-- Those of photos that were replaced until now and were pinned before. Moved since or not: a photo that is turned moves them, too.
update photo_flaw l set check_place = true
from photo p
where p.product_id = l.product_id and p.id = l.photo_id and exists (
  select from change_record c
  where c.subject = 'piece' and c.subject_id = l.product_id and c.part = 'photo' and c.operation = 'update'
    and c.after ->> 'original' = coalesce(p.original, p.id)
    -- Turned for the first time, a photo names as its original what it was itself.
    and coalesce(c.before ->> 'original', c.before ->> 'id') <> c.after ->> 'original'
    and c.id > coalesce((
      select max(f.id) from change_record f
      where f.subject = 'piece' and f.subject_id = l.product_id and f.part = 'photo_flaw' and f.part_id = l.id::text
        and f.operation = 'insert'), 0));
