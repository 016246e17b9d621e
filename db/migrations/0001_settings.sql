-- Everything that names or steers this one shop and that staff may change without a release.
create table setting (
  key text primary key check (key ~ '^[a-z][a-z0-9-]*$'),
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- A place where customers can come. Opening hours, holidays and texts are parsed by shop/settings.
create table branch (
  id text primary key check (id ~ '^[a-z][a-z0-9-]*$'),
  position int not null default 0,
  name text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  country char(2) not null default 'DE',
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  phone text not null,
  email text not null,
  -- [{ "days": ["mo", …], "opens": "10:00", "closes": "18:30" }, …], local time of the branch
  hours jsonb not null,
  -- [{ "date": "2026-12-24", "closed": true, "label": { "de": …, "en": … } }, …]
  holidays jsonb not null default '[]',
  -- { "de": …, "en": … }
  directions jsonb not null default '{}'
);
