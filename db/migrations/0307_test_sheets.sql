-- Test sheets: what the examination of a piece found, signed and dated. A sheet stays as it was signed; the newest one
-- of a piece is what customers see.
create table test_sheet (
  id int generated always as identity primary key,
  product_id text not null references product,
  -- counts the sheets of the piece; with its stock number it is the sheet's own: 10482-1
  number smallint not null check (number between 1 and 999),
  examined_on date not null,
  -- who examined, as the sheet names them
  examined_by text not null check (examined_by <> '' and length(examined_by) <= 100),
  -- what was found (app/shop/catalogue/test-sheet.ts)
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  signed_at timestamptz not null default now(),
  recorded_by int references staff_member,
  unique (product_id, number)
);
create trigger test_sheet_stays before update or delete on test_sheet for each row execute function refuse();
create trigger test_sheet_recorded after insert on test_sheet for each row when (by_staff())
  execute function record_change('piece', 'product_id', 'id', 'content');

-- It stands on the page of its piece: whoever keeps that is told.
create trigger test_sheet_inserted after insert on test_sheet referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger test_sheet_emptied after truncate on test_sheet
  for each statement execute function note_emptied_catalogue();

-- What a register calls its own answer: the number on its certificate.
alter table theft_check add column certificate_number text
  check (certificate_number <> '' and length(certificate_number) <= 60);
