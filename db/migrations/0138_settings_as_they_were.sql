-- A setting or branch that is stored as it was (`npm run settings -- load`) changes no page.
drop trigger setting_told on setting;
create trigger setting_told after insert or delete on setting
  for each row execute function tell_setting();
create trigger setting_changed after update on setting
  for each row when (old.key <> new.key or old.value <> new.value) execute function tell_setting();

-- Triggers of statements fire for what a statement did not do, too: `on conflict do update` is an insert and an update.
create function tell_changed_branches() returns trigger language plpgsql as $$
begin
  if exists (select * from changed except select * from former) then
    perform pg_notify('settings_changed', 'branches');
  end if;
  return null;
end $$;
create function tell_new_branches() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify('settings_changed', 'branches'); end if;
  return null;
end $$;
drop trigger branch_told on branch;
create trigger branch_told after delete or truncate on branch
  for each statement execute function tell_branches();
create trigger branch_changed after update on branch referencing old table as former new table as changed
  for each statement execute function tell_changed_branches();
create trigger branch_new after insert on branch referencing new table as changed
  for each statement execute function tell_new_branches();
