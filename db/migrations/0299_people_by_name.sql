-- Records that are in no file, nearly all of them, are listed by name, from either end, without being sorted: who has none comes
-- last both ways. Those that are in somebody's file are few, and are gathered whenever people are listed.
create index person_entry_by_name on person_entry (lower(name)) where person_id is null;
create index person_entry_by_name_down on person_entry (lower(name) desc nulls last) where person_id is null;
create index person_entry_in_file on person_entry (person_id) where person_id is not null;
