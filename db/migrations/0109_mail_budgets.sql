-- What mails have to be careful of: of those that anybody can cause to any address only so many go out at a time
-- (app/platform/mail-budget.ts), and those to staff are gathered (app/platform/gathered-mails.ts). Null: neither.
alter table mail_outbox add column care text check (care in ('stranger', 'customer', 'order', 'staff'));
-- pseudonym of the visitor who caused it
alter table mail_outbox add column client text check (length(client) <= 100);
-- when it was counted; from then on it may be tried as often as needed
alter table mail_outbox add column admitted_at timestamptz;
create index mail_outbox_gathered on mail_outbox (recipient, kind, sent_at) where care = 'staff';
create index mail_outbox_waiting on mail_outbox (id) where care = 'staff' and sent_at is null and given_up_at is null;

-- Addresses that were asked to confirm an alert and have not: they are not asked again. A keyed hash tells nothing
-- without the shop's secret.
create table alert_asked (
  address_key text primary key check (length(address_key) = 43),
  asked_at timestamptz not null
);
