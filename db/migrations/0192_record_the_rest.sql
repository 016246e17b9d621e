-- What was changed without a record until now.

-- When somebody was last invited; by whom stands in the record of it.
alter table staff_member add column invited_at timestamptz;

-- A session that is ended: which browser, and when it was signed in; nothing that its cookie could be made from. One that
-- had run out before (as app/shop/staff/sessions.ts says) was ended by nobody, and is no record when others end.
create function record_session_end() returns trigger language plpgsql as $$
begin
  if old.last_seen_at > now() - interval '12 hours' and old.created_at > now() - interval '30 days' then
    insert into change_record (staff_id, actor, subject, subject_id, part, operation, before)
      values (nullif(current_setting('shop.staff', true), '')::int, nullif(current_setting('shop.actor', true), ''),
        'staff', old.staff_id, tg_table_name, 'delete',
        jsonb_build_object('browser', old.browser, 'signed_in_at', old.created_at));
  end if;
  return null;
end $$;
create trigger staff_session_recorded after update of ended_at on staff_session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function record_session_end();

-- Recovery codes: how many are left to be used, before and after a statement; none of them, and no digest.
create function record_recovery_codes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_record (staff_id, actor, subject, subject_id, part, operation, after)
      select nullif(current_setting('shop.staff', true), '')::int, nullif(current_setting('shop.actor', true), ''),
        'staff', staff_id, tg_table_name, 'insert',
        jsonb_build_object('unused', count(*) filter (where used_at is null))
      from codes_after group by staff_id;
  elsif tg_op = 'DELETE' then
    insert into change_record (staff_id, actor, subject, subject_id, part, operation, before)
      select nullif(current_setting('shop.staff', true), '')::int, nullif(current_setting('shop.actor', true), ''),
        'staff', staff_id, tg_table_name, 'delete',
        jsonb_build_object('unused', count(*) filter (where used_at is null))
      from codes_before group by staff_id;
  else
    insert into change_record (staff_id, actor, subject, subject_id, part, operation, before, after)
      select nullif(current_setting('shop.staff', true), '')::int, nullif(current_setting('shop.actor', true), ''),
        'staff', changed.staff_id, tg_table_name, 'update',
        jsonb_build_object('unused', remain.codes + changed.used), jsonb_build_object('unused', remain.codes)
      from (select staff_id, sum(free) as used from (
          select staff_id, count(*) filter (where used_at is null) as free from codes_before group by staff_id
          union all
          select staff_id, -count(*) filter (where used_at is null) from codes_after group by staff_id) as counted
        group by staff_id) as changed,
        lateral (select count(*) as codes from staff_recovery_code
          where staff_id = changed.staff_id and used_at is null) as remain
      where changed.used <> 0;
  end if;
  return null;
end $$;
create trigger staff_recovery_code_made after insert on staff_recovery_code
  referencing new table as codes_after for each statement execute function record_recovery_codes();
create trigger staff_recovery_code_used after update on staff_recovery_code
  referencing old table as codes_before new table as codes_after
  for each statement execute function record_recovery_codes();
create trigger staff_recovery_code_ended after delete on staff_recovery_code
  referencing old table as codes_before for each statement execute function record_recovery_codes();

-- Whose account a price was entered or settled with; null: read from the feed, or by a command of nobody who has one.
alter table metal_price add column staff_id int references staff_member
  default nullif(current_setting('shop.staff', true), '')::int;
alter table metal_price_waiting add column settled_staff_id int references staff_member;

-- A link that somebody makes for an account by a command opens it: that is recorded, with its token hidden. Links of
-- mails are made by the shop when it writes them; who invited stands in the account.
create trigger staff_link_recorded after insert on staff_link for each row
  when (coalesce(current_setting('shop.actor', true), '') <> '')
  execute function record_change('staff', 'staff_id', '', 'token_hash');
