-- Views are kept of every list of the office, and names are taken within one list alone.
alter table saved_view add column list text not null default 'pieces' check (list <> '' and length(list) <= 40);
alter table saved_view alter column list drop default;
drop index saved_view_own;
drop index saved_view_shared;
create unique index saved_view_own on saved_view (list, staff_id, lower(name)) where not shared;
create unique index saved_view_shared on saved_view (list, lower(name)) where shared;
