-- What staff photographed when they inspected what came back; nobody but staff sees it.
create table withdrawal_photo (
  withdrawal_id bigint not null references withdrawal,
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  width int not null,
  height int not null,
  placeholder text not null,
  bytes int not null,
  added_at timestamptz not null default now(),
  added_by text not null,
  staff_id int references staff_member default nullif(current_setting('shop.staff', true), '')::int,
  primary key (withdrawal_id, id)
);
create trigger withdrawal_photo_recorded after insert or delete on withdrawal_photo for each row when (by_staff())
  execute function record_change('withdrawal', 'withdrawal_id', 'id');
