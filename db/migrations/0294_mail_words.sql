-- What a mail is found by, until it is erased. It stands apart, for mails hold their whole text: looking through them for a word
-- that many have would read all of it.
create table mail_words (
  mail_id bigint primary key references mail_outbox on delete cascade,
  kind text not null,
  -- In small letters: recipient, subject, and the number of the order or request that it is about.
  words text collate "C" not null
);

-- The number of a row that a mail is about; null: none, or nothing that can be one.
create function number_in(payload jsonb, key text) returns bigint language sql immutable as $$
  select case when payload ->> key ~ '^[0-9]{1,18}$' then (payload ->> key)::bigint end
$$;

create function words_of_mail(m mail_outbox) returns text language sql stable as $$
  select lower(concat_ws(' ', m.recipient, m.subject,
    (select o.number from shop_order o where o.id = number_in(m.payload, 'order')),
    (select o.number from withdrawal w join shop_order o on o.id = w.order_id
      where w.id = number_in(m.payload, 'withdrawal')),
    (select r.number from sell_request r where r.id = number_in(m.payload, 'sell'))))
$$;

create function follow_mail_words() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from mail_words where mail_id = new.id;
    return null;
  end if;
  insert into mail_words (mail_id, kind, words) values (new.id, new.kind, words_of_mail(new))
    on conflict (mail_id) do update set kind = excluded.kind, words = excluded.words;
  return null;
end $$;

create trigger mail_words after insert or update of kind, recipient, subject, payload, erased_at on mail_outbox
  for each row execute function follow_mail_words();

insert into mail_words (mail_id, kind, words)
  select m.id, m.kind, lower(concat_ws(' ', m.recipient, m.subject, o.number, a.number, r.number))
  from mail_outbox m
  left join shop_order o on o.id = number_in(m.payload, 'order')
  left join withdrawal w on w.id = number_in(m.payload, 'withdrawal')
  left join shop_order a on a.id = w.order_id
  left join sell_request r on r.id = number_in(m.payload, 'sell')
  where m.erased_at is null;

create index mail_words_words on mail_words using gin (words gin_trgm_ops);
analyze mail_words;

drop index mail_outbox_recipients;
drop index mail_outbox_subjects;
