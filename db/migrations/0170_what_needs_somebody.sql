-- What Today in the office reads, however many pieces, mails and requests there are.
create index product_not_gone on product (id)
  where status in ('draft', 'intake', 'preparing', 'returned', 'listed', 'reserved');
create index product_without_text on product (id)
  where status in ('draft', 'intake', 'preparing', 'returned', 'listed', 'reserved')
    and (description is null or description ->> 'en' = description ->> 'de');
create index mail_outbox_failed on mail_outbox (id)
  where sent_at is null and withdrawn_at is null and erased_at is null
    and (given_up_at is not null or last_error is not null);
create index appointment_next on appointment (starts_at) where cancelled_at is null;
create index sell_offer_ends on sell_offer (valid_until) where answer is null;
create index contact_message_open on contact_message (id) where answered_at is null;
