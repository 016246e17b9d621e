-- Appointments of people who want to see a piece, and of whoever calls, beside those of sellers; when nobody is there.
alter table appointment alter column request_id drop not null;
alter table appointment
  add column kind text not null default 'selling' check (kind in ('selling', 'viewing', 'other')),
  add column piece_id text references product,
  -- who receives them
  add column staff_id int references staff_member,
  -- the same in every calendar file about it; `sequence` is raised when it is moved or cancelled
  add column uid uuid not null default gen_random_uuid(),
  add column sequence int not null default 0 check (sequence >= 0),
  -- opens the page on which whoever comes moves or cancels it; those of sellers have the page of their request
  add column token text unique check (length(token) = 32),
  add column locale text not null default 'de' check (locale in ('de', 'en')),
  add column name text check (length(name) between 1 and 200),
  add column email text check (length(email) between 3 and 320),
  add column phone text check (length(phone) between 1 and 60),
  -- what whoever comes wants, and what staff note for themselves
  add column about text check (length(about) <= 2000),
  add column note text check (length(note) <= 2000),
  -- why it lies where no time was free
  add column forced_because text check (length(forced_because) between 1 and 500),
  add column moved_at timestamptz,
  add column reminded_at timestamptz,
  add column came_at timestamptz,
  add column missed_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('customer', 'staff')),
  -- what the other side reads of why
  add column cancel_reason text check (length(cancel_reason) between 1 and 1000),
  add column forgotten_at timestamptz,
  add constraint appointment_of_seller check (request_id is null or kind = 'selling'),
  add constraint appointment_of_somebody check (request_id is not null or name is not null or forgotten_at is not null),
  -- a person receives one at a time
  add constraint appointment_person exclude using gist (staff_id with =, tstzrange(starts_at, ends_at) with &&)
    where (cancelled_at is null and staff_id is not null);
create index appointment_by_time on appointment (starts_at);
create index appointment_by_uid on appointment (uid);
create index appointment_by_piece on appointment (piece_id) where piece_id is not null;

create trigger appointment_recorded after insert or update or delete on appointment
  for each row execute function record_change('appointment', 'id', '', 'name', 'email', 'phone', 'about', 'note', 'token');
create trigger appointment_work after insert or update on appointment for each statement execute function tell_work();

-- When a branch receives nobody, or a person is not there.
create table absence (
  id bigint generated always as identity primary key,
  branch_id text references branch,
  staff_id int references staff_member,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null default '' check (length(reason) <= 200),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  check (num_nonnulls(branch_id, staff_id) = 1),
  check (ends_at > starts_at and ends_at <= starts_at + interval '366 days')
);
create index absence_by_time on absence (ends_at) where ended_at is null;
create trigger absence_recorded after insert or update or delete on absence
  for each row execute function record_change('absence', 'id', '', 'reason');
create trigger absence_work after insert or update on absence for each statement execute function tell_work();

-- A visit that staff call off: its seller may choose another time.
insert into sell_step (from_status, event, to_status, actor) values ('appointment', 'call-off', 'accepted', 'staff');
