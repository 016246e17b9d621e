-- Visits of whole months, so that years are read in as many rows as weeks are.
create table insight_month (
  month date not null check (extract(day from month) = 1),
  name text not null,
  kind text not null check (kind in ('total', 'path', 'query', 'no result', 'referrer')),
  -- '' for totals
  value text not null,
  events int not null check (events > 0),
  -- who came on two days is two
  visitors int not null check (visitors > 0),
  primary key (month, name, kind, value)
);
insert into insight_month (month, name, kind, value, events, visitors)
  select date_trunc('month', day)::date, name, kind, value, sum(events)::int, sum(visitors)::int
  from insight_day group by 1, 2, 3, 4;
create index insight_day_totals on insight_day (day, name) include (events, visitors) where kind = 'total';
