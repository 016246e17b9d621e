-- Which file a record is in stands beside whom it names: the list of people asked every record for its link, and counted mail
-- addresses from rows as wide as what a search looks into.
alter table person_entry add person_id int;

-- A row stays while its record does, so that whoever is joined meanwhile is written into it.
create or replace function follow_person_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from person_entry where kind = tg_argv[0] and ref = old.id;
    return null;
  end if;
  insert into person_entry (kind, ref, number, name, email, phone, address, at, said, mail, phone_digits, person_id)
    select r.kind, r.ref, r.number, r.name, r.email, r.phone, r.address, r.at, r.said, r.mail, r.phone_digits,
      (select l.person_id from person_link l where l.kind = r.kind and l.ref = r.ref)
    from person_record r where r.kind = tg_argv[0] and r.ref = new.id
  on conflict (kind, ref) do update set (number, name, email, phone, address, at, said, mail, phone_digits)
    = (excluded.number, excluded.name, excluded.email, excluded.phone, excluded.address, excluded.at, excluded.said,
      excluded.mail, excluded.phone_digits);
  if not found then
    delete from person_entry where kind = tg_argv[0] and ref = new.id;
  end if;
  return null;
end
$$;

create function follow_person_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update person_entry set person_id = null where kind = old.kind and ref = old.ref;
  end if;
  if tg_op <> 'DELETE' then
    update person_entry set person_id = new.person_id where kind = new.kind and ref = new.ref;
  end if;
  return null;
end
$$;
create trigger person_link_in_entry after insert or delete or update of person_id, kind, ref on person_link
  for each row execute function follow_person_link();

update person_entry e set person_id = l.person_id from person_link l where l.kind = e.kind and l.ref = e.ref;

create index person_entry_mail on person_entry (mail, person_id, kind);
