-- Proof that goods left the EU, or reached another member state: what makes their delivery free of tax (§§ 9, 10, 17b
-- UStDV). Kept with the order as it came, never changed; a better one is added.
create table export_proof (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  -- what it is and its number: "ABD MRN 26DE…"
  document text not null check (length(btrim(document)) between 1 and 300),
  file_name text not null check (length(file_name) between 1 and 200),
  content bytea not null check (octet_length(content) between 1 and 20000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  by text not null check (by <> ''),
  at timestamptz not null default now(),
  unique (order_id, sha256)
);
create trigger export_proof_stays before update or delete on export_proof for each row execute function refuse();
