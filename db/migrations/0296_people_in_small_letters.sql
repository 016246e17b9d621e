-- What people are found by, in small letters: words that many have were written small anew for each record.
create or replace function follow_person_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from person_entry where kind = tg_argv[0] and ref = old.id;
    return null;
  end if;
  insert into person_entry (kind, ref, number, name, email, phone, address, at, said, mail, phone_digits, person_id)
    select r.kind, r.ref, r.number, r.name, r.email, r.phone, r.address, r.at, lower(r.said), r.mail, r.phone_digits,
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

update person_entry set said = lower(said) where said <> lower(said);
