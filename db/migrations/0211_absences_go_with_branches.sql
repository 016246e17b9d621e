-- A branch that nothing else names is taken away, whatever was blocked of it.
alter table absence drop constraint absence_branch_id_fkey,
  add constraint absence_branch_id_fkey foreign key (branch_id) references branch on delete cascade;

-- Where a calendar program reads what somebody receives; only a digest of the link is kept.
create table calendar_feed (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id int not null references staff_member,
  made_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index calendar_feed_of on calendar_feed (staff_id) where ended_at is null;
create trigger calendar_feed_recorded after insert or update on calendar_feed
  for each row execute function record_change('staff', 'staff_id', '', 'token_hash');
