-- Whoever was identified at an earlier occasion, and is still who they were, need not be identified anew (§ 11 (3) GwG):
-- the record is taken over under whoever knows them, and says when the document was seen, and by whom.
alter table identification
  add column taken_from bigint references identification,
  add column seen_at timestamptz,
  add column seen_by text check (seen_by <> ''),
  add constraint identification_taken_whole check (num_nonnulls(taken_from, seen_at, seen_by) in (0, 3));
