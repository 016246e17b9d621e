-- Every record that names somebody: what it is, its number as people say it, and who it names. Spam names nobody; what was
-- forgotten does not, either, and many who buy little at the counter do not say who they are. Appointments of sellers are
-- part of their request.
create view person_record as
select r.*, concat_ws(' ', r.name, r.email, r.phone, r.number, r.address) as said,
  lower(r.email) collate "C" as mail, regexp_replace(r.phone, '\D', '', 'g') as phone_digits
from (
  select 'order' as kind, id as ref, number, nullif(invoice_address ->> 'name', '') as name, nullif(email, '') as email, phone,
    nullif(concat_ws(', ', nullif(invoice_address ->> 'street', ''), nullif(concat_ws(' ',
      nullif(invoice_address ->> 'postalCode', ''), nullif(invoice_address ->> 'city', '')), '')), '') as address,
    case when status = 'refunded' and exists (select from refund r where r.order_id = shop_order.id and r.done_at is null
      and r.withdrawn_at is null) then 'refund-open' else status end as state, placed_at as at, locale
  from shop_order
  where forgotten_at is null and (invoice_address ->> 'name' <> '' or email <> '' or phone is not null)
  union all
  select 'sell-request', id, number, name, email, phone,
    nullif(concat_ws(', ', address ->> 'street', concat_ws(' ', address ->> 'postalCode', address ->> 'city')), ''),
    status, submitted_at, locale
  from sell_request where forgotten_at is null
  union all
  select 'enquiry', id, id::text, name, email, phone, null, state, received_at, locale
  from contact_message where state <> 'spam'
  union all
  select 'appointment', id, id::text, name, email, phone, null,
    case when came_at is not null then 'came' when missed_at is not null then 'missed'
      when cancelled_at is not null then 'cancelled' else 'booked' end,
    starts_at, locale
  from appointment where request_id is null and forgotten_at is null and name is not null
  union all
  select 'reservation', id, product_id, nullif(name, ''), email, phone, null, coalesce(outcome, 'live'), made_at, locale
  from reservation where forgotten_at is null
  union all
  select 'alert', id, id::text, null, email, null, null,
    case when confirmed_at is null then 'unconfirmed' else 'confirmed' end, created_at, locale
  from stock_alert where left_at is null and email is not null
  union all
  select 'withdrawal', w.id, w.id::text, w.name, w.email, null, null,
    case when exists (select from withdrawal_answer a where a.withdrawal_id = w.id) then 'answered' else 'open' end,
    w.received_at, w.locale
  from withdrawal w where w.order_id is null and w.email <> '–––'
) r;

-- The same in rows that have indexes, without what becomes of each: the list of people asks them all at once. Triggers keep
-- it, so that whoever is forgotten is in no row of it.
create table person_entry (
  kind text not null,
  ref bigint not null,
  number text not null,
  name text,
  email text,
  phone text,
  address text,
  at timestamptz not null,
  -- what a search looks into; the address as two are compared, and the digits of the telephone number
  said text not null,
  mail text collate "C",
  phone_digits text,
  primary key (kind, ref)
);

create function follow_person_record() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from person_entry where kind = tg_argv[0] and ref = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into person_entry (kind, ref, number, name, email, phone, address, at, said, mail, phone_digits)
      select kind, ref, number, name, email, phone, address, at, said, mail, phone_digits
      from person_record where kind = tg_argv[0] and ref = new.id;
  end if;
  return null;
end
$$;

create trigger person_record after insert or delete or update of number, invoice_address, email, phone, placed_at, forgotten_at
  on shop_order for each row execute function follow_person_record('order');
create trigger person_record after insert or delete or update of number, name, email, phone, address, submitted_at, forgotten_at
  on sell_request for each row execute function follow_person_record('sell-request');
create trigger person_record after insert or delete or update of name, email, phone, state, received_at
  on contact_message for each row execute function follow_person_record('enquiry');
create trigger person_record after insert or delete or update of name, email, phone, starts_at, request_id, forgotten_at
  on appointment for each row execute function follow_person_record('appointment');
create trigger person_record after insert or delete or update of product_id, name, email, phone, made_at, forgotten_at
  on reservation for each row execute function follow_person_record('reservation');
create trigger person_record after insert or delete or update of email, created_at, left_at
  on stock_alert for each row execute function follow_person_record('alert');
create trigger person_record after insert or delete or update of name, email, received_at, order_id
  on withdrawal for each row execute function follow_person_record('withdrawal');

insert into person_entry (kind, ref, number, name, email, phone, address, at, said, mail, phone_digits)
  select kind, ref, number, name, email, phone, address, at, said, mail, phone_digits from person_record;

create index person_entry_at on person_entry (at desc);
create index person_entry_said on person_entry using gin (said gin_trgm_ops);
create index person_entry_digits on person_entry using gin (phone_digits gin_trgm_ops) where phone_digits is not null;
