-- Which secrets this database has been used with: salted scrypt hashes, from which no secret can be had. A start with
-- none of them is stopped (app/shop/buying/known-secret.ts).
create table secret_fingerprint (
  salt bytea primary key check (octet_length(salt) = 16),
  hash bytea not null check (octet_length(hash) = 32),
  first_used_at timestamptz not null default now()
);
