-- Who signed a sheet in the office, as they were called then: not always whoever examined, for the name of the latter is
-- typed. Only where they are one does the sheet say that this person signed it. Sheets of before stay as they are: they are
-- signed rows.
alter table test_sheet add column signed_by text check (signed_by <> '' and length(signed_by) <= 100);
