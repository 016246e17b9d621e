-- The catalogue: one product is one physical piece.
-- Vocabulary columns hold the ids of app/shop/catalogue/facets.ts; a test keeps the two in step.

-- { "de": "…", "en": "…" }, both filled, nothing else. Not strict, so that PostgreSQL writes it out where it is
-- used instead of calling it for every row.
create function is_bilingual(value jsonb) returns boolean
  language sql immutable parallel safe
  return value is null or coalesce(
    jsonb_typeof(value) = 'object'
    and jsonb_typeof(value -> 'de') = 'string' and btrim(value ->> 'de') <> ''
    and jsonb_typeof(value -> 'en') = 'string' and btrim(value ->> 'en') <> ''
    and value - array['de', 'en'] = '{}', false);

create domain bilingual as jsonb check (is_bilingual(value));
create domain slug as text check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 120);
-- As exact as it is known: 2024, 2024-06 or 2024-06-30.
create domain partial_date as text check (value ~ '^(1[5-9]|20)\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$');

create table brand (
  id int generated always as identity primary key,
  slug slug not null unique,
  name text not null unique check (btrim(name) = name and name <> '')
);

create table model (
  id int generated always as identity primary key,
  brand_id int not null references brand,
  slug slug not null,
  name text not null check (btrim(name) = name and name <> ''),
  unique (brand_id, slug),
  unique (brand_id, name),
  unique (id, brand_id)
);

-- A maker's reference number belongs to one model, where the model is known.
create table reference (
  id int generated always as identity primary key,
  brand_id int not null references brand,
  model_id int,
  slug slug not null,
  number text not null check (btrim(number) = number and number <> ''),
  foreign key (model_id, brand_id) references model (id, brand_id),
  unique (brand_id, slug),
  unique (id, brand_id),
  unique (id, model_id)
);
create index reference_model on reference (model_id);

-- The steps a piece may take; app/shop/catalogue/product-status.ts holds the same table.
create table product_step (
  from_status text not null,
  event text not null,
  to_status text not null,
  primary key (from_status, event),
  unique (from_status, to_status)
);
insert into product_step (from_status, event, to_status) values
  ('draft', 'take-in', 'intake'),
  ('draft', 'withdraw', 'withdrawn'),
  ('intake', 'prepare', 'preparing'),
  ('intake', 'withdraw', 'withdrawn'),
  ('intake', 'melt', 'melted'),
  ('preparing', 'list', 'listed'),
  ('preparing', 'withdraw', 'withdrawn'),
  ('preparing', 'melt', 'melted'),
  ('listed', 'reserve', 'reserved'),
  ('listed', 'unlist', 'preparing'),
  ('listed', 'withdraw', 'withdrawn'),
  ('reserved', 'release', 'listed'),
  ('reserved', 'sell', 'sold'),
  ('sold', 'take-back', 'returned'),
  ('returned', 'take-in', 'intake');

-- Stock numbers that staff and customers can say on the phone.
create sequence stock_number as int start 10001 minvalue 1000 maxvalue 99999999;

create table product (
  id text primary key check (id ~ '^[1-9]\d{3,7}$'),
  kind text not null check (kind in ('watch', 'jewellery', 'bullion')),
  status text not null default 'draft' check (status in
    ('draft', 'intake', 'preparing', 'listed', 'reserved', 'sold', 'returned', 'withdrawn', 'melted')),

  brand_id int references brand,
  model_id int,
  reference_id int,
  name bilingual not null,
  slug_de slug not null,
  slug_en slug not null,
  description bilingual,

  price_cents int check (price_cents between 1 and 2000000000),
  -- since when the price holds; set by the trigger below unless given
  price_since timestamptz,
  tax_mode text not null check (tax_mode in ('margin_25a', 'standard_19', 'investment_gold_25c')),

  year_from smallint check (year_from between 1500 and 2100),
  year_to smallint check (year_to between 1500 and 2100),
  year_circa boolean not null default false,
  condition text check (condition in ('new', 'very-good', 'good', 'fair', 'incomplete')),
  condition_notes bilingual,
  scope text check (scope in ('full-set', 'box', 'papers', 'none')),
  scope_notes bilingual,
  weight_grams numeric(10, 4) check (weight_grams > 0),
  gender text check (gender in ('ladies', 'gents', 'unisex')),
  branch_id text references branch,

  -- watch
  movement text check (movement in ('automatic', 'manual', 'quartz')),
  calibre text check (calibre <> ''),
  diameter_mm numeric(4, 1) check (diameter_mm between 5 and 99.9),
  height_mm numeric(4, 1) check (height_mm between 5 and 99.9),
  thickness_mm numeric(4, 1) check (thickness_mm between 1 and 40),
  case_material text check (case_material in ('steel', 'steel-gold', 'yellow-gold', 'white-gold', 'rose-gold',
    'platinum', 'titanium', 'ceramic', 'silver', 'bronze', 'carbon', 'gold-plated')),
  crystal bilingual,
  dial text check (dial in ('black', 'white', 'silver', 'grey', 'blue', 'green', 'champagne', 'ivory',
    'mother-of-pearl', 'salmon', 'burgundy', 'brown', 'red', 'pink', 'yellow', 'orange', 'turquoise', 'skeleton')),
  bracelet text check (bracelet in ('steel', 'steel-gold', 'gold', 'platinum', 'titanium', 'ceramic', 'leather',
    'rubber', 'textile')),
  max_wrist_mm smallint check (max_wrist_mm between 80 and 300),
  clasp bilingual,
  bezel bilingual,
  complications text[] not null default '{}' check (complications <@ array['date', 'day', 'small-seconds',
    'chronograph', 'gmt', 'world-time', 'power-reserve', 'alarm', 'moon-phase', 'annual-calendar',
    'perpetual-calendar', 'minute-repeater', 'tourbillon']),
  -- seconds a day, measured; fast is positive
  rate_seconds numeric(5, 1) check (rate_seconds between -999 and 999),
  serviced_on partial_date,
  serviced_by bilingual,
  -- the maker's figure; never assured for a used watch (trade-and-law 3)
  water_resistance_bar smallint check (water_resistance_bar between 0 and 2000),
  water_tested_on partial_date,
  -- null: unknown
  polished boolean,
  replaced_parts bilingual,
  -- what the public sees of the serial number, e.g. 6A2•••••
  serial_masked text check (serial_masked <> ''),

  -- jewellery
  jewellery_type text check (jewellery_type in ('rings', 'earrings', 'necklaces', 'bracelets', 'pendants', 'brooches')),
  -- inner circumference
  ring_size_mm numeric(3, 1) check (ring_size_mm between 40 and 76),
  resizable_up_mm smallint check (resizable_up_mm between 0 and 20),
  resizable_down_mm smallint check (resizable_down_mm between 0 and 20),
  length_mm numeric(6, 1) check (length_mm > 0),
  width_mm numeric(6, 1) check (width_mm > 0),
  era text check (era in ('victorian', 'art-nouveau', 'art-deco', 'retro', 'modern')),
  report_lab text check (report_lab <> ''),
  report_number text check (report_number <> ''),
  hallmarks text[] not null default '{}' check (array_position(hallmarks, null) is null),

  -- jewellery and bullion; fineness in parts per thousand also for watches of precious metal
  metal text check (metal in ('yellow-gold', 'white-gold', 'rose-gold', 'two-tone-gold', 'fine-gold', 'platinum',
    'palladium', 'silver', 'titanium', 'steel')),
  fineness numeric(4, 1) check (fineness between 1 and 999.9),

  -- bullion
  fine_grams numeric(10, 4) check (fine_grams > 0),
  coin bilingual,

  -- product safety (GPSR): who made it, who answers for it in the EU
  manufacturer_name text,
  manufacturer_postal text,
  manufacturer_electronic text,
  eu_responsible_name text,
  eu_responsible_postal text,
  eu_responsible_electronic text,
  safety_warnings bilingual,
  -- protected species in straps and materials: annex of EC 338/97 and the proof of lawful origin
  cites_species text check (cites_species <> ''),
  cites_annex char(1) check (cites_annex in ('A', 'B', 'C', 'D')),
  cites_proof text check (cites_proof <> ''),

  listed_at timestamptz,
  sold_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  foreign key (model_id, brand_id) references model (id, brand_id),
  foreign key (reference_id, brand_id) references reference (id, brand_id),
  foreign key (reference_id, model_id) references reference (id, model_id),
  constraint model_has_brand check (model_id is null or brand_id is not null),
  constraint reference_has_brand check (reference_id is null or brand_id is not null),
  constraint price_has_since check ((price_cents is null) = (price_since is null)),
  constraint year_whole check ((year_from is null) = (year_to is null) and year_from <= year_to),
  constraint circa_needs_year check (not year_circa or year_from is not null),
  constraint only_watches check (kind = 'watch' or (
    num_nonnulls(movement, calibre, diameter_mm, height_mm, thickness_mm, case_material, crystal, dial, bracelet,
      max_wrist_mm, clasp, bezel, rate_seconds, serviced_on, serviced_by, water_resistance_bar, water_tested_on,
      polished, replaced_parts, serial_masked) = 0 and complications = '{}')),
  constraint only_jewellery check (kind = 'jewellery' or
    num_nonnulls(jewellery_type, ring_size_mm, resizable_up_mm, resizable_down_mm, length_mm, width_mm, era) = 0),
  constraint only_bullion check (kind = 'bullion' or (num_nonnulls(fine_grams, coin) = 0
    and metal is distinct from 'fine-gold')),
  constraint no_metal_on_watches check (kind <> 'watch' or metal is null),
  constraint only_rings check (jewellery_type = 'rings' or num_nonnulls(ring_size_mm, resizable_up_mm, resizable_down_mm) = 0),
  constraint report_whole check (report_number is null or report_lab is not null),
  constraint cites_whole check (cites_species is null = (cites_annex is null) and (cites_proof is null or cites_species is not null)),
  -- § 25a UStG leaves out bullion, § 25c is for it alone
  constraint tax_fits check ((kind = 'bullion' or tax_mode <> 'investment_gold_25c')
    and (kind <> 'bullion' or tax_mode <> 'margin_25a')),
  constraint sold_has_time check (status <> 'sold' or sold_at is not null),
  constraint public_is_complete check (status not in ('listed', 'reserved', 'sold') or (
    price_cents is not null and listed_at is not null and condition is not null and branch_id is not null
    and case kind
      when 'watch' then movement is not null and case_material is not null
      when 'jewellery' then jewellery_type is not null and metal is not null
      else metal is not null and fine_grams is not null
    end))
);
create index product_status on product (status, listed_at desc);
create index product_reference on product (reference_id);
create index product_model on product (model_id);
create index product_brand on product (brand_id);

-- What only staff see lies apart, so that no public query can show it by accident.
create table product_staff (
  product_id text primary key references product,
  -- encrypted by app/shop/catalogue/serial.ts; the hash finds a serial number without opening any
  serial_encrypted bytea,
  serial_hash bytea,
  cost_cents int check (cost_cents >= 0),
  acquired_on date,
  ledger_number int unique check (ledger_number > 0),
  note text,
  check ((serial_encrypted is null) = (serial_hash is null))
);
create index product_staff_serial on product_staff (serial_hash) where serial_hash is not null;

create table theft_check (
  id int generated always as identity primary key,
  product_id text not null references product,
  checked_on date not null,
  register text not null check (register <> ''),
  result text not null check (result in ('clear', 'hit', 'unclear')),
  note text
);
create index theft_check_product on theft_check (product_id, checked_on);

create table stone (
  product_id text not null references product,
  position smallint not null check (position >= 0),
  stone text not null check (stone in ('diamond', 'ruby', 'sapphire', 'emerald', 'pearl', 'alexandrite', 'amber',
    'amethyst', 'aquamarine', 'chalcedony', 'citrine', 'coral', 'cubic-zirconia', 'garnet', 'jade', 'lapis-lazuli',
    'moonstone', 'onyx', 'opal', 'peridot', 'quartz', 'spinel', 'tanzanite', 'topaz', 'tourmaline', 'turquoise',
    'zircon')),
  count smallint check (count > 0),
  -- of all stones of this row together
  carat numeric(7, 3) check (carat > 0),
  cut text check (cut in ('round-brilliant', 'old-cut', 'single-cut', 'rose-cut', 'emerald-cut', 'asscher',
    'baguette', 'briolette', 'cabochon', 'carre', 'cushion', 'heart', 'marquise', 'oval', 'pear', 'princess',
    'radiant', 'round', 'step-cut', 'trillion')),
  colour text check (colour <> '' and length(colour) <= 60),
  clarity text check (clarity ~ '^(FL|IF|VVS[12]?|VS[12]?|SI[123]?|P[123]?)(-(IF|VVS[12]?|VS[12]?|SI[123]?|P[123]?))?$'),
  setting bilingual,
  treatment bilingual,
  laboratory_grown boolean not null default false,
  estimated boolean not null default false,
  primary key (product_id, position)
);

-- The id is made of the photo's bytes (photos.ts), so two pieces may show the same one.
create table photo (
  product_id text not null references product,
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  position smallint not null check (position >= 0),
  role text not null default 'piece' check (role in ('piece', 'detail', 'flaw', 'scope', 'worn')),
  alt bilingual not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- a tiny picture to show before the photo, as a data address
  placeholder text not null check (length(placeholder) <= 300),
  -- length of the master
  bytes int not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (product_id, id),
  -- deferred, so that two photos may change places
  unique (product_id, position) deferrable initially deferred
);

create table product_document (
  id int generated always as identity primary key,
  product_id text not null references product,
  kind text not null check (kind in ('report', 'papers', 'invoice', 'service', 'appraisal', 'cites', 'other')),
  title bilingual not null,
  issued_by text,
  number text,
  issued_on partial_date,
  public boolean not null default false,
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$')
);
create index product_document_product on product_document (product_id);

-- Every price a piece ever had, written by the triggers alone.
create table price_history (
  product_id text not null references product,
  since timestamptz not null,
  price_cents int not null check (price_cents > 0),
  primary key (product_id, since)
);

-- Addresses a piece once had. Its id is its identity; these tell where old links came from.
create table slug_history (
  product_id text not null references product,
  locale text not null check (locale in ('de', 'en')),
  slug slug not null,
  until timestamptz not null default now(),
  primary key (product_id, locale, slug)
);

create table product_status_change (
  id int generated always as identity primary key,
  product_id text not null references product,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null default now()
);
create index product_status_change_product on product_status_change (product_id, id);

create function keep_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.price_cents is not null and new.price_since is null then new.price_since := now(); end if;
    return new;
  end if;
  if new.id <> old.id then raise exception 'a stock number never changes' using errcode = 'check_violation'; end if;
  new.updated_at := now();
  if new.price_cents is distinct from old.price_cents and new.price_since is not distinct from old.price_since then
    new.price_since := case when new.price_cents is null then null else now() end;
  end if;
  if new.status <> old.status then
    if not exists (select from product_step where from_status = old.status and to_status = new.status) then
      raise exception 'a piece cannot go from % to %', old.status, new.status
        using errcode = 'check_violation', constraint = 'product_step';
    end if;
    if new.status = 'listed' and new.listed_at is null then new.listed_at := now(); end if;
    if new.status = 'sold' and new.sold_at is null then new.sold_at := now(); end if;
    -- a piece that came back starts anew
    if new.status = 'returned' then new.listed_at := null; new.sold_at := null; end if;
  end if;
  return new;
end $$;
create trigger product_keep before insert or update on product for each row execute function keep_product();

create function record_product() returns trigger language plpgsql as $$
begin
  if new.price_cents is not null
    and (new.price_cents is distinct from old.price_cents or new.price_since is distinct from old.price_since) then
    insert into price_history (product_id, since, price_cents) values (new.id, new.price_since, new.price_cents)
      on conflict (product_id, since) do update set price_cents = excluded.price_cents;
  end if;
  if new.slug_de <> old.slug_de then
    insert into slug_history (product_id, locale, slug) values (new.id, 'de', old.slug_de) on conflict do nothing;
  end if;
  if new.slug_en <> old.slug_en then
    insert into slug_history (product_id, locale, slug) values (new.id, 'en', old.slug_en) on conflict do nothing;
  end if;
  if new.status <> old.status then
    insert into product_status_change (product_id, event, from_status, to_status)
      select new.id, event, from_status, to_status from product_step
      where from_status = old.status and to_status = new.status;
  end if;
  return null;
end $$;
create trigger product_record after update on product for each row
  when (old.price_cents is distinct from new.price_cents or old.price_since is distinct from new.price_since
    or old.slug_de <> new.slug_de or old.slug_en <> new.slug_en or old.status <> new.status)
  execute function record_product();

create function record_first_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, since, price_cents)
    select id, price_since, price_cents from new_rows where price_cents is not null;
  return null;
end $$;
create trigger product_first_price after insert on product referencing new table as new_rows
  for each statement execute function record_first_prices();

create function refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is a record: nothing in it is changed or deleted', tg_table_name using errcode = 'check_violation';
end $$;
create trigger price_history_stays before delete on price_history for each row execute function refuse();
create trigger product_status_change_stays before update or delete on product_status_change
  for each row execute function refuse();
create trigger product_stays before delete on product for each row execute function refuse();

-- What changed in the catalogue, for those who keep a picture of it in memory (app/shop/catalogue/live-catalogue.ts).
-- Rows are read by what their transaction's snapshot could not see yet, so no commit order can hide one.
-- product_id null: more than can be named.
create table catalogue_change (
  product_id text,
  transaction xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index catalogue_change_transaction on catalogue_change (transaction);
create index catalogue_change_at on catalogue_change (at);

create function note_catalogue_change() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 501) as some_rows) > 500 then
    insert into catalogue_change (product_id) values (null);
  elsif tg_argv[0] = 'id' then
    insert into catalogue_change (product_id) select id from changed;
  else
    insert into catalogue_change (product_id) select distinct product_id from changed;
  end if;
  return null;
end $$;
create trigger product_inserted after insert on product referencing new table as changed
  for each statement execute function note_catalogue_change('id');
create trigger product_updated after update on product referencing new table as changed
  for each statement execute function note_catalogue_change('id');
create trigger stone_inserted after insert on stone referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger stone_updated after update on stone referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger stone_deleted after delete on stone referencing old table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger photo_inserted after insert on photo referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger photo_updated after update on photo referencing new table as changed
  for each statement execute function note_catalogue_change('product_id');
create trigger photo_deleted after delete on photo referencing old table as changed
  for each statement execute function note_catalogue_change('product_id');

create function note_emptied_catalogue() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (product_id) values (null);
  return null;
end $$;
create trigger product_emptied after truncate on product for each statement execute function note_emptied_catalogue();

create function note_vocabulary_change() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (product_id) values ('vocabulary');
  return null;
end $$;
create trigger brand_changed after insert or update or delete on brand
  for each statement execute function note_vocabulary_change();
create trigger model_changed after insert or update or delete on model
  for each statement execute function note_vocabulary_change();
create trigger reference_changed after insert or update or delete on reference
  for each statement execute function note_vocabulary_change();
