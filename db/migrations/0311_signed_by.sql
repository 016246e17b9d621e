-- Who signed a sheet in the office: not always whoever examined, for the name of the latter is typed. Only where they are
-- one does the sheet say that this person signed it.
alter table test_sheet add column signed_by text check (signed_by <> '' and length(signed_by) <= 100);

alter table test_sheet disable trigger test_sheet_stays;
-- A sheet that nobody recorded came with the file of its piece, which names whoever signed it.
update test_sheet t set signed_by = coalesce(
  (select left(s.name, 100) from staff_member s where s.id = t.recorded_by and s.name <> ''),
  case when t.recorded_by is null then t.examined_by end);
alter table test_sheet enable trigger test_sheet_stays;
