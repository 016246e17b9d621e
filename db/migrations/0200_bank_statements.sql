-- What the bank says of its accounts, and what became of each line of it.
create table bank_statement (
  id int generated always as identity primary key,
  -- the IBAN, without spaces
  account text not null check (account ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$'),
  format text not null check (format in ('camt', 'csv')),
  file_name text not null check (length(file_name) <= 300),
  -- the bank's own name of it; a CSV file has none
  number text check (length(number) <= 60),
  from_day date not null,
  to_day date not null,
  opening_cents bigint,
  closing_cents bigint,
  -- opening and lines together are the closing balance; null where the file does not say
  balances boolean,
  -- lines that were not known before, and those that were
  new_lines int not null,
  known_lines int not null,
  read_at timestamptz not null default now(),
  staff_id int references staff_member default nullif(current_setting('shop.staff', true), '')::int
);
create index bank_statement_read on bank_statement (read_at);

-- A line, however many files have it.
create table bank_line (
  id int generated always as identity primary key,
  account text not null,
  -- the file that had it first
  statement_id int not null references bank_statement,
  position int not null,
  booked_on date not null,
  value_on date,
  -- in: above 0; out: below 0
  amount_cents bigint not null check (amount_cents <> 0),
  name text not null check (length(name) <= 200),
  iban text check (length(iban) <= 40),
  purpose text not null check (length(purpose) <= 2000),
  end_to_end text check (length(end_to_end) <= 200),
  -- takes back an earlier one
  reversal boolean not null default false,
  -- the bank's own number of it, with its place in an entry of several
  bank_reference text check (length(bank_reference) <= 200),
  -- a digest of what tells it from every other line: day, amount, the bank's number or the text, and which of several such
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  -- set aside by hand, with a reason
  aside_reason text check (length(aside_reason) between 3 and 500),
  aside_at timestamptz,
  aside_by text,
  check ((aside_reason is null) = (aside_at is null) and (aside_at is null) = (aside_by is null))
);
create unique index bank_line_once on bank_line (account, key);
create index bank_line_day on bank_line (account, booked_on, amount_cents);
create index bank_line_of_statement on bank_line (statement_id);

-- Which lines each file has.
create table bank_statement_line (
  statement_id int not null references bank_statement,
  position int not null,
  line_id int not null references bank_line,
  primary key (statement_id, position)
);
create index bank_statement_line_line on bank_statement_line (line_id);

-- What a line was taken for. What moved money of an order stands as long as its entry does: one that is taken back, from
-- whichever screen, leaves the line open.
create table bank_booking (
  id int generated always as identity primary key,
  line_id int not null references bank_line,
  -- 'counted': the money was entered by hand before
  kind text not null check (kind in ('payment', 'refund', 'counted', 'payout')),
  money_id bigint references money,
  purchase_id bigint references purchase,
  at timestamptz not null default now(),
  staff_id int references staff_member default nullif(current_setting('shop.staff', true), '')::int,
  by_name text not null,
  undone_at timestamptz,
  undone_by text,
  check ((kind = 'payout') = (purchase_id is not null) and (kind <> 'payout') = (money_id is not null)),
  check ((undone_at is null) = (undone_by is null))
);
create index bank_booking_line on bank_booking (line_id);
create unique index bank_booking_payout on bank_booking (purchase_id) where undone_at is null;
-- One line for each entry of money.
create unique index bank_booking_money on bank_booking (money_id) where undone_at is null;

create trigger bank_line_recorded after update on bank_line for each row when (by_staff())
  execute function record_change('bank-line', 'id', '');
create trigger bank_booking_recorded after insert or update on bank_booking for each row when (by_staff())
  execute function record_change('bank-line', 'line_id', 'id');

-- The booking of a line that stands.
create function standing_booking(line int) returns int language sql stable as $$
  select b.id from bank_booking b left join money m on m.id = b.money_id
  where b.line_id = line and b.undone_at is null and m.corrected_at is null
  order by b.id desc limit 1
$$;
