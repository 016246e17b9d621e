-- The payment provider's page of an order: at most one, made with one idempotency key.
create table online_payment (
  order_id bigint primary key references shop_order,
  -- null until the provider has answered
  session_id text unique check (session_id <> ''),
  url text,
  -- fixed before the provider is asked, so that asking again asks for the same
  session_expires_at timestamptz not null,
  -- the buyer has paid by a method that takes days to arrive
  pending boolean not null default false,
  closed boolean not null default false,
  -- when reconciliation looks next
  look_at timestamptz not null default now(),
  looks int not null default 0
);
create index online_payment_look on online_payment (look_at) where not closed;

-- Every cent that came or went, once: the provider's own number of it is the key.
create table money (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  direction text not null check (direction in ('in', 'out')),
  channel text not null check (channel in ('bank-transfer', 'in-branch', 'online')),
  -- payment intent, refund, line of the bank statement, receipt
  reference text not null check (reference <> ''),
  amount_cents int not null check (amount_cents > 0),
  at timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  unique (channel, direction, reference)
);
create index money_order on money (order_id);
create trigger money_stays before update or delete on money for each row execute function refuse();

-- Money to be sent back: by the provider at once, or by staff from the bank.
create table refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  reason text not null check (reason in ('conflict', 'surplus', 'cancellation', 'withdrawal')),
  channel text not null check (channel in ('bank-transfer', 'in-branch', 'online')),
  -- the incoming payment it goes back from
  payment_reference text not null,
  amount_cents int not null check (amount_cents > 0),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  -- the provider took it; it is on its way
  sent_reference text,
  done_at timestamptz
);
create index refund_order on refund (order_id);
create index refund_due on refund (next_try_at) where done_at is null and channel = 'online';

-- Invoices and the documents that cancel them, whole or in part: gapless, never changed, kept.
create table invoice (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  order_id bigint not null references shop_order,
  kind text not null check (kind in ('invoice', 'cancellation')),
  -- the invoice that a cancellation takes back
  cancels bigint references invoice,
  issued_at timestamptz not null default now(),
  -- seller, buyer, lines and sums as printed
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  constraint cancels_something check ((kind = 'cancellation') = (cancels is not null))
);
create unique index invoice_of_order on invoice (order_id) where kind = 'invoice';
create index invoice_order on invoice (order_id);
create trigger invoice_stays before update or delete on invoice for each row execute function refuse();
