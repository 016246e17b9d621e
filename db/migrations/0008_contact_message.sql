-- What people write through the contact form: stored first, then mailed, so nothing is lost when mail is down.
create table contact_message (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  locale text not null check (locale in ('de', 'en')),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  phone text check (length(phone) between 1 and 60),
  subject text not null check (subject in ('question', 'piece', 'selling', 'appointment', 'order')),
  message text not null check (length(message) between 1 and 8000),
  -- the stock number of the piece it is about; text, because the piece may be gone
  piece text check (length(piece) between 1 and 16),
  -- made by the form: the same message sent twice is one
  submission uuid not null unique,
  answered_at timestamptz
);
