-- A list of pieces that somebody keeps under a name; the address says which pieces, in which order, with which columns.
create table saved_view (
  id int generated always as identity primary key,
  staff_id int not null references staff_member,
  name text not null check (name <> '' and length(name) <= 60),
  address text not null check (length(address) <= 4000),
  -- whether everybody sees it
  shared boolean not null default false
);
create unique index saved_view_own on saved_view (staff_id, lower(name)) where not shared;
create unique index saved_view_shared on saved_view (lower(name)) where shared;
create trigger saved_view_recorded after insert or update or delete on saved_view
  for each row execute function record_change('saved-view', 'id', '');
