-- What staff do with one piece: drafts of what they typed, who has it open, defects that say otherwise than its facts,
-- flaws on its photos, certificates of theft registers.

-- The attributes of which a defect says otherwise, by id: they are shown nowhere.
alter table product_defect add column overrides text[] not null default '{}'
  check (array_position(overrides, null) is null and cardinality(overrides) <= 20);

-- What somebody typed and has not saved: field → { from, to }, as text. `version`: the piece's when they began.
create table piece_draft (
  staff_id int not null references staff_member,
  product_id text not null references product,
  version bigint not null check (version >= 0),
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  saved_at timestamptz not null default now(),
  primary key (staff_id, product_id)
);
create index piece_draft_product on piece_draft (product_id);

-- Who has a piece open in the office; a row that was not touched for a minute counts as closed.
create table piece_editing (
  product_id text not null references product,
  staff_id int not null references staff_member,
  last_seen_at timestamptz not null default now(),
  primary key (product_id, staff_id)
);

-- A flaw and its place on a photo, in thousandths of its width and height.
create table photo_flaw (
  id int generated always as identity primary key,
  product_id text not null references product,
  photo_id text not null,
  number smallint not null check (number between 1 and 99),
  x smallint not null check (x between 0 and 1000),
  y smallint not null check (y between 0 and 1000),
  text bilingual not null,
  foreign key (product_id, photo_id) references photo on update cascade on delete cascade,
  unique (product_id, number)
);
create trigger photo_flaw_recorded after insert or update or delete on photo_flaw for each row when (by_staff())
  execute function record_change('piece', 'product_id', 'id');

-- The register's certificate, as it came; only its digest is part of the record of changes.
alter table theft_check
  add column recorded_by int references staff_member,
  add column certificate_hash text check (certificate_hash ~ '^[0-9a-f]{64}$'),
  add column certificate_name text check (certificate_name <> '' and length(certificate_name) <= 200),
  add constraint certificate_whole check ((certificate_hash is null) = (certificate_name is null));
