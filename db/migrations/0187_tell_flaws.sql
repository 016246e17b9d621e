-- Flaws on photos are said on the page of their piece: whoever keeps it is told of them.
create trigger photo_flaw_inserted after insert on photo_flaw referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger photo_flaw_updated after update on photo_flaw referencing old table as former new table as changed
  for each statement execute function note_moved_rows();
create trigger photo_flaw_deleted after delete on photo_flaw referencing old table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger photo_flaw_emptied after truncate on photo_flaw
  for each statement execute function note_emptied_catalogue();
