-- What a request to sell to us is found by, apart from it: who asks, its number, and all that they said of their goods. A search
-- wrote each request's details as text before it looked through them.
create table request_words (
  request_id bigint primary key references sell_request on delete cascade,
  -- In small letters.
  words text collate "C" not null
);

create function words_of_request(r sell_request) returns text language sql stable as $$
  select lower(concat_ws(' ', r.number, r.name, r.email, r.phone, (
    select string_agg(said #>> '{}', ' ')
    from jsonb_path_query(r.details, 'strict $.** ? (@.type() == "string" || @.type() == "number")') said)))
$$;

create function follow_request_words() returns trigger language plpgsql as $$
begin
  insert into request_words (request_id, words) values (new.id, words_of_request(new))
    on conflict (request_id) do update set words = excluded.words;
  return null;
end $$;

create trigger request_words after insert or update of number, name, email, phone, details on sell_request
  for each row execute function follow_request_words();

insert into request_words (request_id, words) select r.id, words_of_request(r) from sell_request r;

create index request_words_words on request_words using gin (words gin_trgm_ops);
analyze request_words;
