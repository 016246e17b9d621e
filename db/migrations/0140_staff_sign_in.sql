-- Signing in to the office.

-- After a proof of identity a session has another token; what was on its way with the one before is still answered.
alter table staff_session add column former_token_hash bytea check (length(former_token_hash) = 32);
alter table staff_session add column rotated_at timestamptz;
create index staff_session_former on staff_session (former_token_hash) where former_token_hash is not null;

-- Browsers that somebody has signed in with before: strangers who guess at the same account never use up their tries.
create table staff_device (
  id int generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id int not null references staff_member,
  created_at timestamptz not null default now()
);
create index staff_device_member on staff_device (staff_id);

-- What was guessed lately. An address that nobody has counts as well, or its answers would tell that nobody has it.
create table staff_guess (
  id bigint generated always as identity primary key,
  -- a digest of the address, or the browser that is known
  account text not null check (length(account) <= 100),
  at timestamptz not null default now()
);
create index staff_guess_account on staff_guess (account, at);

-- Codes of an app, as a second factor.
create table staff_totp (
  staff_id int primary key references staff_member,
  -- under the shop's secret
  secret_sealed bytea not null,
  begun_at timestamptz not null default now(),
  -- null until the first code was right: before, it guards nothing
  confirmed_at timestamptz,
  -- the time step of the last code that counted; none counts twice
  last_step bigint not null default 0
);
create table staff_recovery_code (
  staff_id int not null references staff_member,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_passkey (
  id int generated always as identity primary key,
  staff_id int not null references staff_member,
  credential_id text not null unique check (length(credential_id) <= 1500),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (name <> '' and length(name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index staff_passkey_member on staff_passkey (staff_id);

-- What a passkey is asked to sign; once, and for some minutes.
create table staff_challenge (
  challenge text primary key check (length(challenge) <= 200),
  purpose text not null check (purpose in ('sign-in', 'add', 'prove')),
  staff_id int references staff_member,
  expires_at timestamptz not null
);

create trigger staff_totp_recorded after insert or delete or update of confirmed_at on staff_totp
  for each row execute function record_change('staff', 'staff_id', '', 'secret_sealed', 'last_step');
create trigger staff_passkey_recorded after insert or delete or update of name on staff_passkey
  for each row execute function record_change('staff', 'staff_id', 'id', 'credential_id', 'public_key', 'counter');
