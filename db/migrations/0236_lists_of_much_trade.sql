-- What lists of the office count and find in tens of thousands of mails.
create index mail_outbox_sent on mail_outbox (kind, id) where erased_at is null and withdrawn_at is null and sent_at is not null;
create index mail_outbox_unsent on mail_outbox (id)
  where erased_at is null and withdrawn_at is null and sent_at is null;
create index mail_outbox_withdrawn on mail_outbox (id) where erased_at is null and withdrawn_at is not null;
create index mail_outbox_recipients on mail_outbox using gin (recipient gin_trgm_ops) where recipient is not null;
create index mail_outbox_subjects on mail_outbox using gin (subject gin_trgm_ops) where subject is not null;

-- Whom a record may be about as well: by telephone number and name, beside the addresses that have indexes.
create index shop_order_phone on shop_order ((right(regexp_replace(phone, '\D', '', 'g'), 9)));
create index shop_order_buyer on shop_order ((lower(invoice_address ->> 'name')));
create index sell_request_phone on sell_request ((right(regexp_replace(phone, '\D', '', 'g'), 9)));
create index sell_request_name on sell_request ((lower(name)));
create index contact_message_phone on contact_message ((right(regexp_replace(phone, '\D', '', 'g'), 9)));
create index contact_message_name on contact_message ((lower(name)));
