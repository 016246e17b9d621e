-- What staff enter is told to buyers some minutes later, so that a mistake can be taken back before anybody reads it.
alter table mail_outbox
  -- the entry that it tells of: 'money:17'
  add column cause text check (cause ~ '^[a-z]+:\d+$'),
  -- taken back before it went out; never sent
  add column withdrawn_at timestamptz,
  add constraint withdrawn_is_unsent check (withdrawn_at is null or sent_at is null);
create index mail_outbox_cause on mail_outbox (cause) where cause is not null;
drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox (next_try_at)
  where sent_at is null and given_up_at is null and withdrawn_at is null;
