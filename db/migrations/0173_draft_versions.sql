-- A draft's version moves with each change of it, whoever makes it: a save names the one that it began from.
alter table story
  add column draft_version int not null default 1 check (draft_version > 0),
  -- who wrote it in the office; null: it came from a file
  add column draft_by text check (draft_by <> '' and length(draft_by) <= 100);
create function count_draft_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.draft_content is distinct from old.draft_content then
    if tg_op = 'UPDATE' then
      new.draft_version := old.draft_version + 1;
    end if;
    new.draft_by := regexp_replace(nullif(current_setting('shop.actor', true), ''), '^staff:', '');
  end if;
  return new;
end $$;
create trigger draft_version before insert or update of draft_content on story
  for each row execute function count_draft_versions();
