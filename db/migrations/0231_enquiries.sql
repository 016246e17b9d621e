-- What people ask is dealt with in the office: whose it is, what was answered, and what was noted about it.
alter table contact_message
  add column state text not null default 'open' check (state in ('open', 'waiting', 'answered', 'closed', 'spam')),
  add column assignee_id int references staff_member,
  -- how it came; all but those of the form are entered by staff, who may know no address
  add column source text not null default 'form' check (source in ('form', 'mail', 'phone', 'counter')),
  add column entered_by int references staff_member,
  alter column email drop not null,
  add constraint enquiry_can_be_answered check (source <> 'form' or email is not null);
update contact_message set state = 'answered' where answered_at is not null;
drop index contact_message_open;
create index contact_message_open on contact_message (id) where state = 'open';
create index contact_message_email on contact_message (lower(email));

-- What was written to whoever asked, what came back (by hand: no mailbox is read), and notes that nobody else sees.
create table enquiry_entry (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact_message on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('answer', 'reply', 'note')),
  staff_id int not null references staff_member,
  -- of an answer
  locale text check (locale in ('de', 'en')),
  subject text check (length(subject) between 1 and 300),
  text text not null check (length(text) between 1 and 20000),
  constraint answer_has_subject check ((kind = 'answer') = (num_nonnulls(subject, locale) = 2))
);
create index enquiry_entry_message on enquiry_entry (message_id, id);

-- An answer that somebody has begun; theirs alone until it is sent.
create table enquiry_draft (
  message_id bigint not null references contact_message on delete cascade,
  staff_id int not null references staff_member,
  locale text not null check (locale in ('de', 'en')),
  subject text not null check (length(subject) <= 300),
  text text not null check (length(text) <= 20000),
  changed_at timestamptz not null default now(),
  primary key (message_id, staff_id)
);

-- Texts that answers begin with; { and } mark what is filled in.
create table answer_template (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  subject bilingual not null,
  text bilingual not null,
  -- no longer offered
  retired_at timestamptz
);
create unique index answer_template_name on answer_template (lower(name)) where retired_at is null;

-- Records name what changed and who did it. They stay when a message is forgotten, so they hold nothing that somebody wrote.
create trigger contact_message_recorded after insert or update on contact_message for each row when (by_staff())
  execute function record_change('enquiry', 'id', '', 'name', 'email', 'phone', 'message', 'submission');
create trigger enquiry_entry_recorded after insert or update or delete on enquiry_entry for each row when (by_staff())
  execute function record_change('enquiry', 'message_id', 'id', 'subject', 'text');
create trigger answer_template_recorded after insert or update or delete on answer_template
  for each row execute function record_change('answer-template', 'id', '');
