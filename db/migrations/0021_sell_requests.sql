-- People offer what they have; staff estimate, look at it, offer, identify, pay. One row a request.

-- For a constraint over ranges of time; "trusted" like the others.
create extension if not exists btree_gist;

alter table counter drop constraint counter_series_check,
  add constraint counter_series_check check (series ~ '^[a-z]+(-\d{4})?$');

-- The steps a sell request may take and who takes them; app/shop/buying/sell-request-status.ts holds the same table.
create table sell_step (
  from_status text not null,
  event text not null,
  to_status text not null,
  actor text not null check (actor in ('seller', 'staff', 'shop')),
  primary key (from_status, event),
  unique (from_status, to_status, event)
);
insert into sell_step (from_status, event, to_status, actor) values
  ('submitted', 'ask', 'info_needed', 'staff'),
  ('submitted', 'estimate', 'estimated', 'staff'),
  ('submitted', 'receive', 'received', 'staff'),
  ('submitted', 'turn-down', 'declined', 'staff'),
  ('submitted', 'cancel', 'cancelled', 'seller'),
  ('info_needed', 'answer', 'submitted', 'seller'),
  ('info_needed', 'estimate', 'estimated', 'staff'),
  ('info_needed', 'receive', 'received', 'staff'),
  ('info_needed', 'turn-down', 'declined', 'staff'),
  ('info_needed', 'cancel', 'cancelled', 'seller'),
  ('info_needed', 'expire', 'expired', 'shop'),
  ('estimated', 'accept', 'accepted', 'seller'),
  ('estimated', 'decline', 'declined', 'seller'),
  ('estimated', 'estimate', 'estimated', 'staff'),
  ('estimated', 'receive', 'received', 'staff'),
  ('estimated', 'expire', 'expired', 'shop'),
  ('accepted', 'book', 'appointment', 'seller'),
  ('accepted', 'send-label', 'label_sent', 'staff'),
  ('accepted', 'receive', 'received', 'staff'),
  ('accepted', 'cancel', 'cancelled', 'seller'),
  ('accepted', 'expire', 'expired', 'shop'),
  ('appointment', 'book', 'appointment', 'seller'),
  ('appointment', 'receive', 'received', 'staff'),
  ('appointment', 'miss', 'accepted', 'staff'),
  ('appointment', 'cancel', 'cancelled', 'seller'),
  ('appointment', 'expire', 'expired', 'shop'),
  ('label_sent', 'receive', 'received', 'staff'),
  ('label_sent', 'book', 'appointment', 'seller'),
  ('label_sent', 'cancel', 'cancelled', 'seller'),
  ('label_sent', 'expire', 'expired', 'shop'),
  ('received', 'inspect', 'inspected', 'staff'),
  ('received', 'decline', 'declined', 'seller'),
  ('received', 'turn-down', 'declined', 'staff'),
  ('received', 'hold', 'compliance_hold', 'staff'),
  ('inspected', 'inspect', 'inspected', 'staff'),
  ('inspected', 'offer', 'final_offer', 'staff'),
  ('inspected', 'decline', 'declined', 'seller'),
  ('inspected', 'turn-down', 'declined', 'staff'),
  ('inspected', 'hold', 'compliance_hold', 'staff'),
  ('final_offer', 'accept', 'agreed', 'seller'),
  ('final_offer', 'decline', 'declined', 'seller'),
  ('final_offer', 'offer', 'final_offer', 'staff'),
  ('final_offer', 'expire', 'expired', 'shop'),
  ('final_offer', 'hold', 'compliance_hold', 'staff'),
  ('agreed', 'identify', 'identified', 'staff'),
  ('agreed', 'turn-down', 'declined', 'staff'),
  ('agreed', 'hold', 'compliance_hold', 'staff'),
  ('identified', 'pay', 'paid', 'staff'),
  ('identified', 'identify', 'identified', 'staff'),
  ('identified', 'turn-down', 'declined', 'staff'),
  ('identified', 'hold', 'compliance_hold', 'staff'),
  ('paid', 'stock', 'stocked', 'staff'),
  ('declined', 'return', 'returned', 'staff'),
  ('declined', 'receive', 'received', 'staff'),
  ('expired', 'estimate', 'estimated', 'staff'),
  ('expired', 'offer', 'final_offer', 'staff'),
  ('expired', 'receive', 'received', 'staff'),
  ('expired', 'return', 'returned', 'staff'),
  ('cancelled', 'receive', 'received', 'staff'),
  ('compliance_hold', 'reopen', 'inspected', 'staff'),
  ('compliance_hold', 'resume', 'agreed', 'staff'),
  ('compliance_hold', 'turn-down', 'declined', 'staff'),
  ('compliance_hold', 'surrender', 'cancelled', 'staff');

-- Photos arrive before the request they belong to: kept under a token of the form, forgotten when the form is.
create table sell_upload (
  token text primary key check (length(token) between 24 and 64),
  -- where the files lie; never part of an address
  folder uuid not null unique default gen_random_uuid(),
  started_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sell_upload_used on sell_upload (used_at);

create table sell_request (
  id bigint generated always as identity primary key,
  -- as sellers say it, AN-2026-00042
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  -- opens the seller's page, unguessable
  token text not null unique check (length(token) >= 24),
  -- made by the form: the same request sent twice is one
  submission uuid not null unique,
  locale text not null check (locale in ('de', 'en')),
  status text not null default 'submitted' check (status in
    ('submitted', 'info_needed', 'estimated', 'accepted', 'appointment', 'label_sent', 'received', 'inspected',
     'final_offer', 'agreed', 'identified', 'paid', 'stocked', 'declined', 'returned', 'expired', 'cancelled',
     'compliance_hold')),
  -- the step that led here: every change of state names its event and who took it, and the trigger writes it down
  step int not null default 0,
  step_event text,
  step_by text,
  step_note text check (length(step_note) <= 1000),
  submitted_at timestamptz not null default now(),
  kind text not null check (kind in ('gold', 'jewellery', 'watch')),
  -- by kind, parsed by sell-request-form.ts
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  -- what the calculator said with the prices of that moment, reckoned by the server
  valuation jsonb check (jsonb_typeof(valuation) = 'object'),
  way text not null check (way in ('branch', 'shipment')),
  branch_id text references branch,
  -- who offers; null once forgotten
  name text check (length(name) between 1 and 200),
  email text check (length(email) between 3 and 320),
  phone text check (length(phone) between 1 and 60),
  -- { "street", "postalCode", "city", "country" }, for the way back
  address jsonb check (jsonb_typeof(address) = 'object'),
  consent_version text not null check (consent_version <> ''),
  folder uuid unique,
  -- a pseudonym of the seller's network address
  client text,
  -- when the shop ends what waits: an estimate, an offer, a question, a visit, a parcel
  lapses_at timestamptz,
  -- the goods are with us since then
  here_since timestamptz,
  -- { "carrier", "code", "url", "declaredCents" }: the way here as we arranged it, and as the seller says it went
  label jsonb,
  parcel_in jsonb,
  parcel_out jsonb,
  -- what staff found, by line; parsed by inspection.ts
  inspection jsonb check (jsonb_typeof(inspection) = 'object'),
  forgotten_at timestamptz,
  constraint forgotten_is_empty check (forgotten_at is null or num_nonnulls(name, email, phone, address, client) = 0),
  constraint known_until_forgotten check (forgotten_at is not null or num_nonnulls(name, email) = 2)
);
create index sell_request_status on sell_request (status, submitted_at);
create index sell_request_lapse on sell_request (lapses_at) where lapses_at is not null;
create trigger sell_request_stays before delete on sell_request for each row execute function refuse();

create table sell_photo (
  folder uuid not null,
  -- made of the uploaded bytes (photos.ts); unique within its folder only
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  position smallint not null check (position between 0 and 9),
  width int not null check (width > 0),
  height int not null check (height > 0),
  placeholder text not null check (length(placeholder) <= 300),
  bytes int not null check (bytes > 0),
  added_at timestamptz not null default now(),
  primary key (folder, id),
  -- at most ten
  unique (folder, position)
);

create table sell_status_change (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  event text not null,
  from_status text not null,
  to_status text not null,
  -- 'seller', 'shop', or the name of a member of staff
  actor text not null check (actor <> ''),
  note text,
  at timestamptz not null default now()
);
create index sell_status_change_request on sell_status_change (request_id, id);
create trigger sell_status_change_stays before update or delete on sell_status_change
  for each row execute function refuse();

create function keep_sell_request() returns trigger language plpgsql as $$
begin
  if new.step <> old.step then
    if not exists (select from sell_step where from_status = old.status and event = new.step_event
        and to_status = new.status and (actor = new.step_by or actor = 'staff' and new.step_by not in ('seller', 'shop'))) then
      raise exception 'a sell request cannot go from % to % by % of %', old.status, new.status, new.step_event, new.step_by
        using errcode = 'check_violation', constraint = 'sell_step';
    end if;
    insert into sell_status_change (request_id, event, from_status, to_status, actor, note)
      values (new.id, new.step_event, old.status, new.status, new.step_by, new.step_note);
  elsif new.status <> old.status then
    raise exception 'a sell request changes its state by a step' using errcode = 'check_violation', constraint = 'sell_step';
  end if;
  if (new.number, new.token, new.submission, new.submitted_at, new.kind, new.valuation)
    is distinct from (old.number, old.token, old.submission, old.submitted_at, old.kind, old.valuation) then
    raise exception 'what was submitted is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sell_request_keep before update on sell_request for each row execute function keep_sell_request();

-- Estimates and final offers as they were made; the newest of a request is the one that stands.
create table sell_offer (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  kind text not null check (kind in ('estimate', 'final')),
  -- parsed by offer.ts
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  from_cents int not null check (from_cents > 0),
  to_cents int not null,
  -- the prices it rests on: { metal: { "centsPerOunce", "at", "source" } }, rates per mille
  prices jsonb not null check (jsonb_typeof(prices) = 'object'),
  note text not null default '' check (length(note) <= 2000),
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null default now(),
  valid_until timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'lapsed', 'replaced')),
  answered_at timestamptz,
  constraint span_in_order check (to_cents >= from_cents),
  constraint final_is_exact check (kind = 'estimate' or to_cents = from_cents),
  constraint answer_is_whole check ((answer is null) = (answered_at is null))
);
create index sell_offer_request on sell_offer (request_id, id);
create unique index sell_offer_stands on sell_offer (request_id) where answer is null;
create trigger sell_offer_stays before delete on sell_offer for each row execute function refuse();
create function keep_sell_offer() returns trigger language plpgsql as $$
begin
  if old.answer is not null or (new.request_id, new.kind, new.lines, new.from_cents, new.to_cents, new.prices, new.note,
      new.made_by, new.made_at, new.valid_until) is distinct from (old.request_id, old.kind, old.lines, old.from_cents,
      old.to_cents, old.prices, old.note, old.made_by, old.made_at, old.valid_until) then
    raise exception 'an offer is answered once and not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sell_offer_keep before update on sell_offer for each row execute function keep_sell_offer();

-- Questions and answers, both ways. The text is forgotten with the seller.
create table sell_message (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  sender text not null check (sender in ('seller', 'staff')),
  author text check (author <> ''),
  text text not null check (length(text) <= 4000),
  submission uuid unique,
  at timestamptz not null default now()
);
create index sell_message_request on sell_message (request_id, id);

-- A branch has as many seats at a time as its settings say: nobody is given one that somebody has.
create table appointment (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  branch_id text not null references branch,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seat smallint not null check (seat between 1 and 20),
  made_at timestamptz not null default now(),
  cancelled_at timestamptz,
  check (ends_at > starts_at),
  constraint appointment_seat exclude using gist (branch_id with =, seat with =, tstzrange(starts_at, ends_at) with &&)
    where (cancelled_at is null)
);
create unique index appointment_of_request on appointment (request_id) where cancelled_at is null;
