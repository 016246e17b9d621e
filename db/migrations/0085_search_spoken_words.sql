-- What kinds of earrings, bracelets and pendants are called finds these alone: hoops are no studs. Before, each of these
-- words stood for all earrings, bracelets or pendants.

-- Written by `npm run attributes` from app/shop/catalogue/attributes.
select put_search_term('stone', 'laboratory-grown-diamond', 'synthetischer Diamant Labordiamant Labor laborgezüchtet lab laboratory-grown lab-grown diamond');
select put_search_term('type', 'bracelets', 'Armband Armbänder Armschmuck Armkette Armketten bracelet bracelets');
select put_search_term('type', 'earrings', 'Ohrring Ohrringe Ohrschmuck earring earrings');
select put_search_term('type', 'pendants', 'Anhänger pendant pendants charm charms Kettenanhänger');

-- Words that mean the same on pieces' names; each stands for all of its line.
with said as (
  select word, array(select other from search_split(line) as other where other <> word) as others
  from (values
    ('Creolen Creole Kreolen Kreole hoop hoops'),
    ('Ohrstecker Stecker stud studs'),
    ('Armreif Armreifen bangle bangles'),
    ('Medaillon Medaillons locket lockets'),
    ('Ehering Eheringe Trauring Trauringe Hochzeitsring Hochzeitsringe Partnerring Partnerringe'),
    ('Flieger pilot pilots aviator AVI Navitimer')
  ) as given (line), search_split(line) as word
), spoken as (
  insert into search_word as known (word, kind, terms) select word, 3, others from said
  on conflict (word) do update set
    terms = array(select distinct each from unnest(known.terms || excluded.terms) as each order by each)
  returning word
)
insert into search_misspelling (rest, word) select rest, word from spoken, search_rests(word) as rest
  on conflict do nothing;
