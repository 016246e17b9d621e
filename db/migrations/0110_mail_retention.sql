-- Mails whose purpose is over keep their kind and times, and nothing of anybody (app/shop/mail-retention.ts).
alter table mail_outbox add column erased_at timestamptz;
alter table mail_outbox alter column recipient drop not null;
alter table mail_outbox add constraint recipient_until_erased check ((recipient is null) = (erased_at is not null));
alter table mail_outbox add constraint erased_is_over check (erased_at is null or sent_at is not null or given_up_at is not null);
create index mail_outbox_of_alert on mail_outbox ((payload ->> 'token')) where kind in ('alert-confirm', 'alert-arrivals');
create index mail_outbox_of_request on mail_outbox ((payload ->> 'sell')) where erased_at is null and payload ? 'sell';
create index mail_outbox_kept on mail_outbox (kind, created_at) where erased_at is null;
