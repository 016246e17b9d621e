-- A purchase at the counter without an earlier request: staff enter it, and whoever sells need not have an address for mail.
alter table sell_request
  add column entered_by text check (entered_by <> ''),
  drop constraint known_until_forgotten,
  add constraint known_until_forgotten check (forgotten_at is not null
    or (name is not null and (email is not null or entered_by is not null)));

-- Earlier sellers are looked for by their names.
create index sell_request_seller on sell_request using gin (lower(name) gin_trgm_ops) where name is not null;

-- The receipt was signed: on paper, or on the tablet. The strokes of a tablet lie sealed with the seller's name, and go
-- with it.
alter table purchase_receipt
  add column signed_at timestamptz,
  add column signed_how text check (signed_how in ('paper', 'tablet')),
  add column signed_before text check (signed_before <> ''),
  add constraint receipt_signed_whole check (num_nonnulls(signed_at, signed_how, signed_before) in (0, 3));

-- A receipt is signed once while it is open, paid or ended once, and otherwise only loses what names the seller, or has it
-- sealed under another secret.
create or replace function keep_purchase_receipt() returns trigger language plpgsql as $$
declare
  ending text[] := array['ended_at', 'ended_by', 'ended_cause', 'ended_note', 'end_number'];
  signing text[] := array['signed_at', 'signed_how', 'signed_before'];
  may_change text[] := array['seller_sealed', 'seller_erased_at'];
  signs boolean := old.paid_at is null and old.ended_at is null and old.signed_at is null and new.signed_at is not null;
begin
  if old.paid_at is null and old.ended_at is null then
    may_change := may_change || ending || array['paid_at'];
  end if;
  if signs then
    may_change := may_change || signing;
  end if;
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change
    or (new.seller_sealed is not null and new.seller_sealed is distinct from old.seller_sealed and not signs
      and (old.seller_sealed is null or current_setting('shop.resealing', true) is distinct from 'on')) then
    raise exception 'a purchase receipt is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Why a deal is held and what became of it (§ 43, § 46, § 47 GwG): read by few, never by whoever sells, and every look at
-- it is written down (sealed_look). Rows are only added, and emptied when their time is over.
create table compliance_note (
  id bigint generated always as identity primary key,
  request_id bigint not null references sell_request,
  event text not null check (event in ('hold', 'note', 'reopen', 'resume', 'turn-down', 'surrender')),
  text text not null check (length(text) <= 4000),
  -- the dates of the case as they stood from this entry on: since when it is suspected, when it was reported to the
  -- authority under which reference, and until when money and goods are held
  suspected_on date,
  reported_on date,
  report_reference text check (length(report_reference) between 1 and 120),
  held_until date,
  author text not null check (author <> ''),
  at timestamptz not null default now(),
  erased_at timestamptz,
  constraint erased_is_empty check (erased_at is null or (text = '' and report_reference is null))
);
create index compliance_note_request on compliance_note (request_id, id);
create trigger compliance_note_stays before delete on compliance_note for each row execute function refuse();
create function keep_compliance_note() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null or new.erased_at is null
    or to_jsonb(new) - array['text', 'report_reference', 'erased_at']
      <> to_jsonb(old) - array['text', 'report_reference', 'erased_at'] then
    raise exception 'a compliance note is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger compliance_note_keep before update on compliance_note
  for each row execute function keep_compliance_note();

alter table sealed_look drop constraint sealed_look_subject_check,
  add constraint sealed_look_subject_check
    check (subject in ('identification', 'seller', 'serial', 'piece-serial', 'compliance'));
