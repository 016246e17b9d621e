-- Mails to be sent, written by the transaction that gives reason for them and sent after it.
create table mail_outbox (
  id bigint generated always as identity primary key,
  -- what happened and to whom, e.g. order:42:confirmation: the same reason twice is one mail
  reason text not null unique check (reason <> ''),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  locale text not null check (locale in ('de', 'en')),
  recipient text not null check (length(recipient) between 3 and 320),
  -- what the template needs, parsed by it
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  -- part before the @ of Message-ID: the same at every attempt
  message_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  -- who sends it now has until then
  leased_until timestamptz,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- as it went out
  subject text,
  html text,
  plain text,
  attachments text[] not null default '{}'
);
create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null and given_up_at is null;

-- How often somebody did something in a stretch of time.
create table rate_use (
  key text not null check (length(key) <= 200),
  -- start of the stretch
  since timestamptz not null,
  used int not null default 1,
  primary key (key, since)
);
create index rate_use_since on rate_use (since);
