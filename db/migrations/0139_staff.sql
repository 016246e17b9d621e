-- Who runs the shop, and everything that they change.
create table staff_member (
  id int generated always as identity primary key,
  name text not null check (name <> '' and length(name) <= 100),
  email text not null check (email <> '' and length(email) <= 254),
  role text not null check (role in ('owner', 'sales', 'buyer', 'editor')),
  locale text not null default 'de' check (locale in ('de', 'en')),
  -- Argon2id in its own notation; null until a link has been followed
  password_hash text check (password_hash ~ '^\$argon2id\$'),
  created_at timestamptz not null default now(),
  -- since when nobody can sign in with it; accounts are never deleted, for records name them
  disabled_at timestamptz
);
create unique index staff_member_email on staff_member (lower(email));

-- One browser that somebody is signed in with; only a digest of its token is kept.
create table staff_session (
  id int generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id int not null references staff_member,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- when whoever uses it last proved who they are
  proved_at timestamptz not null default now(),
  -- what the browser calls itself
  browser text not null check (length(browser) <= 300),
  ended_at timestamptz
);
create index staff_session_member on staff_session (staff_id) where ended_at is null;

-- Links that open an account once: to set it up, after an invitation, to choose another password.
create table staff_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id int not null references staff_member,
  purpose text not null check (purpose in ('set-up', 'invitation', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_link_member on staff_link (staff_id);

-- What was changed, by whom, from what to what. The number of the newest row is the version of its subject.
create table change_record (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id int references staff_member,
  -- as histories name whoever did it; null: the shop itself
  actor text,
  -- what it is about: ('piece', '10482'), ('setting', 'vacation'), ('branch', 'koeln'), ('staff', '3')
  subject text not null check (subject ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id text not null,
  -- the table and, for rows that are one of several of their subject, which
  part text not null,
  part_id text,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  -- the columns that changed
  before jsonb,
  after jsonb
);
create index change_record_subject on change_record (subject, subject_id, id);
create index change_record_at on change_record (at);
create trigger change_record_stays before update or delete on change_record
  for each row execute function refuse();
create trigger change_record_is_not_emptied before truncate on change_record
  for each statement execute function refuse();
revoke update, delete, truncate on change_record from public;

-- Arguments: subject, the column with its id, the column that tells several rows apart ('' where there is one), columns
-- whose contents are nobody's business (only that they changed is kept).
create function record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := tg_argv[3:];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  some_row jsonb := coalesce(new_row, old_row);
  was jsonb;
  becomes jsonb;
begin
  select jsonb_object_agg(key, case when key = any(hidden) and old_row -> key <> 'null' then '"•"' else old_row -> key end)
      filter (where old_row is not null),
    jsonb_object_agg(key, case when key = any(hidden) and new_row -> key <> 'null' then '"•"' else new_row -> key end)
      filter (where new_row is not null)
    into was, becomes
    from jsonb_object_keys(some_row) as key
    where key not in ('updated_at', 'changed_at') and (old_row -> key) is distinct from (new_row -> key);
  if tg_op = 'UPDATE' and was is null then return null; end if;
  insert into change_record (staff_id, actor, subject, subject_id, part, part_id, operation, before, after)
    values (nullif(current_setting('shop.staff', true), '')::int, nullif(current_setting('shop.actor', true), ''),
      tg_argv[0], some_row ->> tg_argv[1], tg_table_name, some_row ->> nullif(tg_argv[2], ''), lower(tg_op), was, becomes);
  return null;
end $$;

-- Settings are changed by people alone, whichever way they take.
create trigger setting_recorded after insert or update or delete on setting
  for each row execute function record_change('setting', 'key', '');
create trigger branch_recorded after insert or update or delete on branch
  for each row execute function record_change('branch', 'id', '');
create trigger payout_rate_recorded after insert or update or delete on payout_rate
  for each row execute function record_change('payout-rate', 'name', 'id');
create trigger staff_member_recorded after insert or update or delete on staff_member
  for each row execute function record_change('staff', 'id', '', 'password_hash');

-- Pieces also change by orders and jobs, which have histories of their own.
create function by_staff() returns boolean language sql stable as $$
  select coalesce(current_setting('shop.staff', true), '') <> ''
$$;
create trigger product_recorded after insert or update on product for each row when (by_staff())
  execute function record_change('piece', 'id', '');
create trigger product_staff_recorded after insert or update or delete on product_staff for each row when (by_staff())
  execute function record_change('piece', 'product_id', '', 'serial_encrypted', 'serial_hash');
create trigger photo_recorded after insert or update or delete on photo for each row when (by_staff())
  execute function record_change('piece', 'product_id', 'id');
create trigger stone_recorded after insert or update or delete on stone for each row when (by_staff())
  execute function record_change('piece', 'product_id', 'position');
create trigger product_defect_recorded after insert or update or delete on product_defect
  for each row when (by_staff()) execute function record_change('piece', 'product_id', '');
create trigger product_document_recorded after insert or update or delete on product_document
  for each row when (by_staff()) execute function record_change('piece', 'product_id', 'id');
create trigger theft_check_recorded after insert or update or delete on theft_check
  for each row when (by_staff()) execute function record_change('piece', 'product_id', 'id');
