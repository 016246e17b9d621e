-- Mails that are found by words are listed in each order without being read: those of a word that many have stand anywhere in
-- it, and each mail before them would be looked up.
-- Whoever writes a mail meanwhile waits here, before the function below is read in its former text.
lock table mail_outbox in share row exclusive mode;

alter table mail_words add column recipient text;
comment on column mail_words.recipient is 'in small letters';

create or replace function follow_mail_words() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from mail_words where mail_id = new.id;
    return null;
  end if;
  insert into mail_words (mail_id, kind, recipient, words) values (new.id, new.kind, lower(new.recipient), words_of_mail(new))
    on conflict (mail_id) do update
      set (kind, recipient, words) = (excluded.kind, excluded.recipient, excluded.words);
  return null;
end $$;

update mail_words w set recipient = lower(m.recipient) from mail_outbox m where m.id = w.mail_id;
alter table mail_words alter column recipient set not null;

create index mail_words_by_kind on mail_words (kind, mail_id desc);
create index mail_words_by_recipient on mail_words (recipient, mail_id desc);
analyze mail_words;
