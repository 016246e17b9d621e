-- Mails are read in the office as they went out, and can be sent once more just so.
alter table mail_outbox
  -- where answers go and which mails it answers (message keys), as it went out: { "replyTo", "answers" }
  add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');

-- What went out with a mail; gone with its contents.
create table mail_file (
  mail_id bigint not null references mail_outbox on delete cascade,
  position smallint not null check (position >= 0),
  filename text not null check (filename <> ''),
  content_type text not null check (content_type <> ''),
  content bytea not null,
  primary key (mail_id, position)
);
alter table mail_file alter column content set storage external;

create function erase_mail_files() returns trigger language plpgsql as $$
begin
  delete from mail_file where mail_id = new.id;
  return null;
end $$;
create trigger mail_outbox_erased after update on mail_outbox for each row
  when (old.erased_at is null and new.erased_at is not null) execute function erase_mail_files();

-- Mails about something, and those of an address.
create index mail_outbox_of_withdrawal on mail_outbox ((payload ->> 'withdrawal')) where payload ? 'withdrawal';
create index mail_outbox_of_message on mail_outbox ((payload ->> 'message')) where payload ? 'message';
create index mail_outbox_of_recipient on mail_outbox (lower(recipient)) where erased_at is null;
