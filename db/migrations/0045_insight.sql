-- What visitors do, kept without knowing who they are. Days are days in Germany.

create table insight_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- 'pageview', 'Search', 'View', …
  name text not null check (length(name) between 1 and 120),
  -- without tokens and query
  path text not null check (path like '/%' and length(path) <= 2000),
  -- host of another site that led here
  referrer text check (length(referrer) <= 253),
  props jsonb not null default '{}' check (jsonb_typeof(props) = 'object'),
  -- hash of address and browser with the day's salt, which is forgotten with the day
  visitor bytea not null check (length(visitor) = 16)
);
create index insight_event_at on insight_event (at);

create table insight_salt (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- What remains of events after 30 days.
create table insight_day (
  day date not null,
  name text not null,
  kind text not null check (kind in ('total', 'path', 'query', 'no result', 'referrer')),
  -- '' for totals
  value text not null,
  events int not null check (events > 0),
  visitors int not null check (visitors > 0),
  primary key (day, name, kind, value)
);
