-- Who did what leaves no history of its own: settings, content and the like.
create table staff_act (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- what was changed, in the words of the command
  about text not null,
  by text not null check (by <> ''),
  at timestamptz not null default now()
);
create trigger staff_act_stays before update or delete on staff_act for each row execute function refuse();

-- Who had a piece melted; sales and returns follow orders, whose steps name who took them.
alter table ledger_exit add column by text check (by <> '');
