-- Search: one row of folded words per public piece, kept by triggers, and the words themselves for typing errors.

-- One spelling for all: lower case, no accents, and ä = ae = a, ö = oe = o, ü = ue = u, ß = ss.
-- app/shop/catalogue/search-words.ts folds queries in the same way; a test compares the two.
create function search_fold(value text) returns text
  language sql stable strict parallel safe
  return replace(replace(replace(lower(unaccent(normalize(value, NFKC))), 'ae', 'a'), 'oe', 'o'), 'ue', 'u');

-- Words of a text: the parts of each chunk, and the chunk as one (GMT-Master: gmt, master, gmtmaster; 1,02: 102).
create function search_split(value text) returns setof text
  language sql stable strict parallel safe rows 6 as $$
  select part from regexp_split_to_table(regexp_replace(search_fold(value), '(\d),(?=\d)', '\1.', 'g'), '[\s,;/()|]+') as chunk,
    lateral (
      select regexp_replace(chunk, '[^a-z0-9]+', '', 'g') as part
      union
      select regexp_split_to_table(chunk, '[^a-z0-9]+')
    ) as parts
  where part <> ''
$$;

-- What a column's value is called by people: more words than the screens show, in both languages, folded.
-- A piece carries only the number of the term ('_17'), a query finds the numbers behind a word.
create table search_term (
  field text not null,
  value text not null,
  number smallint generated always as identity unique,
  words text[] not null,
  primary key (field, value)
);

-- Every word that a piece may be found by, without stock numbers. Kinds: 1 maker or model, 2 name,
-- 3 attribute, 4 reference. The word itself stands in search_document, or its terms, or both.
create table search_word (
  word text collate "C" primary key,
  kind smallint not null check (kind between 1 and 4),
  terms text[] not null default '{}'
);

-- Each word with up to two of its letters left out: two words that share such a rest are at most that far apart.
create table search_misspelling (
  rest text collate "C" not null,
  word text collate "C" not null references search_word on delete cascade,
  primary key (rest, word)
);

create table search_document (
  product_id text primary key references product,
  -- 0 available, 1 reserved, 2 sold: the order in which results are shown
  availability smallint not null check (availability between 0 and 2),
  listed_at timestamptz not null,
  -- weights: A maker, model and name; B whole reference and stock number, marked by a =; C the reference, whole and
  -- in parts; D attributes
  words tsvector not null
);
-- Without the pending list: it would be read by every search.
create index search_document_words on search_document using gin (words) with (fastupdate = off);
create index search_document_order on search_document (availability, listed_at desc, product_id);

-- The rests of one word. Words of letters: up to two letters missing in the first seven, one in the first four,
-- five and six (for words that are still being typed). Words with digits: one missing anywhere.
create function search_rests(word text) returns setof text
  language sql immutable strict parallel safe rows 40 as $$
  with start as (
    select left(word, n) as text from unnest(array[4, 5, 6, 7]) as n
      where word !~ '[0-9]' and length(word) >= 4 and n <= greatest(length(word), 4)
    union
    select word where word ~ '[0-9]' and length(word) between 5 and 24
  ), one as (
    select distinct left(text, i - 1) || substr(text, i + 1) as text
    from start, generate_series(1, length(text)) as i
  ), two as (
    select left(one.text, i - 1) || substr(one.text, i + 1) as text
    from (
      select left(seven, i - 1) || substr(seven, i + 1) as text
      from left(word, 7) as seven, generate_series(1, length(seven)) as i
      where word !~ '[0-9]' and length(word) >= 6
    ) as one, generate_series(1, length(one.text)) as i
  )
  select text from start union select text from one union select text from two
$$;

-- Takes up words that are new; one transaction at a time, so that two never wait for each other.
create function learn_search_words(new_words text[], new_kinds smallint[]) returns void language plpgsql as $$
begin
  if not exists (
    select from unnest(new_words, new_kinds) as given (word, kind)
    left join search_word known on known.word = given.word
    where known.word is null or known.kind > given.kind
  ) then return; end if;
  perform pg_advisory_xact_lock(hashtext('search_word'));
  with learnt as (
    insert into search_word as known (word, kind)
      select word, min(kind) from unnest(new_words, new_kinds) as given (word, kind)
      where length(word) <= 40 group by word order by word
    on conflict (word) do update set kind = excluded.kind where excluded.kind < known.kind
    returning word
  )
  insert into search_misspelling (rest, word)
    select rest, word from learnt, search_rests(word) as rest
  on conflict do nothing;
end $$;

-- Writes the rows of these pieces anew, or removes them where a piece is not public.
-- Compiling the statement would take longer than running it.
create function refresh_search(ids text[]) returns void language plpgsql
  set jit = off set work_mem = '32MB' as $$
declare
  all_words text[];
  all_kinds smallint[];
begin
  delete from search_document d using product p
    where d.product_id = p.id and p.id = any (ids) and p.status not in ('listed', 'reserved', 'sold');

  with piece as materialized (
    select p.*, b.name as brand, m.name as model, r.number as reference,
      (p.name ->> 'de') || ' ' || (p.name ->> 'en') as names
    from product p
    left join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id
    left join reference r on r.id = p.reference_id
    where p.id = any (ids) and p.status in ('listed', 'reserved', 'sold')
  ), said (id, text, weight, kind) as (
    select id, brand, 'A', 1 from piece
    union all select id, model, 'A', 1 from piece
    union all select id, name ->> 'de', 'A', 2 from piece
    union all select id, name ->> 'en', 'A', 2 from piece
    union all select id, coin ->> 'de', 'A', 2 from piece
    union all select id, coin ->> 'en', 'A', 2 from piece
    union all select id, reference, 'C', 4 from piece
    union all select id, calibre, 'D', 3 from piece
    union all select id, bezel ->> 'de', 'D', 3 from piece
    union all select id, bezel ->> 'en', 'D', 3 from piece
    union all select id, report_lab, 'D', 3 from piece
    union all select id, hallmark, 'D', 3 from piece, unnest(hallmarks) as hallmark
  ), split as materialized (
    -- each text once, however many pieces share it
    select text, word from (select distinct text from said where text is not null) as texts, search_split(text) as word
  ), numbers as materialized (
    select number, regexp_replace(search_fold(number), '[^a-z0-9]+', '', 'g') as whole,
      array(select part[1] from regexp_matches(search_fold(number), '[a-z]{2,}|[0-9]{2,}', 'g') as part) as parts
    from (select distinct reference as number from piece where reference is not null) as given
  ), facet (id, field, value) as (
    select id, field, value from piece, lateral (values
      ('kind', kind), ('type', jewellery_type), ('condition', condition), ('gender', gender), ('scope', scope),
      ('material', case_material), ('material', metal), ('bracelet', bracelet), ('movement', movement),
      ('dial', dial), ('era', era), ('branch', branch_id),
      ('style', case when water_resistance_bar >= 20 then 'diver' end),
      ('style', case when jewellery_type = 'rings' and id in (
        select product_id from stone where stone = 'diamond' and count = 1 and product_id = any (ids)) then 'engagement' end),
      ('style', case when year_to < 1920 then 'antique' when year_to < 1995 then 'vintage' end),
      ('fineness', case when metal like '%gold' or case_material like '%gold' then trunc(fineness)::text end)
    ) as given (field, value) where value is not null
    union all
    select id, 'complication', unnest(complications) from piece
    union all
    select id, 'decade', generate_series(year_from::int / 10 * 10, year_to, 10)::text from piece
      where year_to - year_from <= 30
    union all
    select product_id, 'stone', case when laboratory_grown then 'laboratory-grown-' else '' end || stone
      from stone where product_id in (select id from piece)
    union all
    select product_id, 'cut', cut from stone where product_id in (select id from piece) and cut is not null
  ), found (id, word, weight, kind) as (
    select id, word, weight, kind from said join split using (text)
    union all
    select id, whole, 'C', 4 from piece join numbers on number = reference
    union all
    select id, '=' || whole, 'B', null from piece join numbers on number = reference
    union all
    select id, part, 'C', 4 from piece join numbers on number = reference, unnest(parts) as part
    union all
    select id, '=' || id, 'B', null from piece
    union all
    select id, '_' || number, 'D', null from facet join search_term using (field, value)
    union all
    -- figures: years, millimetres, ring size, parts per thousand, hundredths of a carat
    select id, word, 'D', 3 from piece, lateral (
      select generate_series(year_from::int, year_to)::text where year_to - year_from <= 10
      union all
      select unnest(array[trunc(diameter_mm)::text, replace(trim_scale(diameter_mm)::text, '.', '')])
      union all
      select trunc(ring_size_mm)::text
      union all
      select unnest(array[trunc(fineness)::text, replace(trim_scale(fineness)::text, '.', '')])
    ) as figures (word)
    union all
    select product_id, replace(to_char(sum(carat), 'FM9990.00'), '.', ''), 'D', 3 from stone
      where product_id in (select id from piece) and carat is not null group by product_id
  ), written as (
    insert into search_document as d (product_id, availability, listed_at, words)
      select id, case status when 'listed' then 0 when 'reserved' then 1 else 2 end, listed_at, joined.words::tsvector
      from piece join (
        -- the position tells the weights of one word apart
        select id, string_agg(left(word, 60) || ':' || ascii(weight) - 64 || weight, ' ') as words
        from found where word <> '' group by id
      ) as joined using (id)
    on conflict (product_id) do update
      set availability = excluded.availability, listed_at = excluded.listed_at, words = excluded.words
      where (d.availability, d.listed_at, d.words) is distinct from (excluded.availability, excluded.listed_at, excluded.words)
  )
  select array_agg(word), array_agg(kind) into all_words, all_kinds
    from (select word, min(kind)::smallint as kind from found where kind is not null and word <> '' group by word) as w;

  perform learn_search_words(all_words, all_kinds);
end $$;

-- The first pieces of a search, tier by tier; in each available, reserved, sold, newest first.
-- whole: exact references and stock numbers, or null. tiers: three queries, each holding what the one before holds:
-- exact and begun words of maker, model and name, then attributes too; null where nothing can match. lookups: the
-- same without what is too vague for the index. No tiers at all: every piece of that state.
create function search_pieces(whole tsquery, tiers tsquery[], lookups tsquery[], state int, most int)
  returns setof text language plpgsql
  set jit = off set enable_seqscan = off as $$
declare
  sample constant int := 500;
  total constant float8 := (select greatest(reltuples, 1) from pg_class where oid = 'search_document'::regclass);
  -- Matches in the sample, below which looking up is shorter: m of them mean m / sample * total matches to look up,
  -- or sample * most / m steps to walk, each a third as long.
  few constant int := greatest(2, sqrt(sample * sample / 3.0 * most / total));
  sampled_ids text[];
  sampled_tiers int[];
  met text[];
  need int;
  found text[] := '{}';
begin
  if tiers[3] is null then
    return query select product_id from search_document where availability = state
      order by availability, listed_at desc, product_id limit most;
    return;
  end if;

  -- The first 500 pieces tell whether to walk on in order or to look up all matches and sort them. The planner's
  -- statistics would not: they know single words well, but not which go together.
  execute '
    select coalesce(array_agg(product_id), ''{}''), coalesce(array_agg(tier), ''{}'') from (
      select product_id, case when words @@ $1[1] then 1 when words @@ $1[2] then 2 else 3 end as tier from (
        select product_id, words from search_document where $2 is null or availability = $2
        order by availability, listed_at desc, product_id limit $3
      ) as top
      where words @@ $1[3]
    ) as hit'
    into sampled_ids, sampled_tiers using tiers, state, sample;

  if cardinality(sampled_ids) < few then
    return query execute '
      with hit as materialized (
        select product_id, availability, listed_at,
          case when words @@ $1 then 0 when words @@ $2[1] then 1 when words @@ $2[2] then 2 else 3 end as tier
        from search_document
        where words @@ $3 and (words @@ $2[3]) is true and ($4 is null or availability = $4)
      )
      select product_id from hit order by tier, availability, listed_at desc, product_id limit $5'
      using whole, tiers, lookups[3], state, most;
    return;
  end if;

  if whole is not null then
    found := search_look_up(whole, tiers[3], state, found, most);
  end if;
  for tier in 1..3 loop
    exit when cardinality(found) >= most;
    -- as texts: two queries that differ in their weights alone count as equal
    continue when tiers[tier] is null or tiers[tier]::text = tiers[tier - 1]::text;
    need := most - cardinality(found);
    met := array(
      select id from unnest(sampled_ids, sampled_tiers) with ordinality as s (id, of_tier, place)
      where of_tier <= tier and id <> all (found) order by place limit need
    );
    if cardinality(met) between few and need - 1 then
      execute '
        select array(
          select product_id from (
            select product_id, words from search_document where $2 is null or availability = $2
            order by availability, listed_at desc, product_id limit $3
          ) as top
          where words @@ $1 and product_id <> all ($4) limit $5
        )' into met using tiers[tier], state, 2 * sample * need / cardinality(met), found, need;
    end if;
    if cardinality(met) < need then
      met := search_look_up(lookups[tier], tiers[tier], state, found, need);
    end if;
    found := found || met;
  end loop;
  return query select unnest(found);
end $$;

-- The first pieces that match both, except some: all of them through the index, then sorted.
create function search_look_up(lookup tsquery, tier tsquery, state int, except_ids text[], most int)
  returns text[] language plpgsql as $$
declare met text[];
begin
  execute '
    with hit as materialized (
      select product_id, availability, listed_at from search_document
      where words @@ $1 and (words @@ $2) is true and ($3 is null or availability = $3) and product_id <> all ($4)
    )
    select array(select product_id from hit order by availability, listed_at desc, product_id limit $5)'
    into met using lookup, tier, state, except_ids, most;
  return met;
end $$;

-- Bulk loads switch the triggers off with `set local shop.search_refresh = 'off'`, drop the index of words,
-- refresh in batches and create it again.
create function search_refresh_is_off() returns boolean language sql stable
  return coalesce(current_setting('shop.search_refresh', true), '') = 'off';

create function refresh_search_of_new_products() returns trigger language plpgsql as $$
begin
  if not search_refresh_is_off() then
    perform refresh_search(array(select id from changed where status in ('listed', 'reserved', 'sold')));
  end if;
  return null;
end $$;
create trigger product_searchable_new after insert on product referencing new table as changed
  for each statement execute function refresh_search_of_new_products();

-- A price or a note changes no word. A sale changes only the order, and must be quick.
create function refresh_search_of_products() returns trigger language plpgsql as $$
declare
  ids text[];
  unsearched text[] := array['updated_at', 'price_cents', 'price_since', 'description', 'condition_notes',
    'scope_notes', 'sold_at', 'status', 'listed_at'];
begin
  if search_refresh_is_off() then return null; end if;
  select array_agg(new_row.id) into ids from new_rows new_row join old_rows old_row using (id)
    where (new_row.status in ('listed', 'reserved', 'sold')) <> (old_row.status in ('listed', 'reserved', 'sold'))
      or new_row.status in ('listed', 'reserved', 'sold')
        and to_jsonb(new_row) - unsearched <> to_jsonb(old_row) - unsearched;
  if ids is not null then perform refresh_search(ids); end if;
  update search_document d
    set availability = case new_row.status when 'listed' then 0 when 'reserved' then 1 else 2 end,
      listed_at = new_row.listed_at
    from new_rows new_row join old_rows old_row using (id)
    where d.product_id = new_row.id and new_row.status in ('listed', 'reserved', 'sold')
      and (new_row.status, new_row.listed_at) is distinct from (old_row.status, old_row.listed_at)
      and new_row.id <> all (coalesce(ids, '{}'));
  return null;
end $$;
create trigger product_searchable after update on product referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_search_of_products();

create function refresh_search_of_stones() returns trigger language plpgsql as $$
begin
  if not search_refresh_is_off() then
    perform refresh_search(array(select distinct product_id from changed));
  end if;
  return null;
end $$;
create trigger stone_searchable_new after insert on stone referencing new table as changed
  for each statement execute function refresh_search_of_stones();
create trigger stone_searchable after update on stone referencing new table as changed
  for each statement execute function refresh_search_of_stones();
create trigger stone_searchable_gone after delete on stone referencing old table as changed
  for each statement execute function refresh_search_of_stones();

-- A renamed maker, model or reference renames its pieces.
create function refresh_search_of_vocabulary() returns trigger language plpgsql as $$
begin
  perform refresh_search(array(
    select id from product where case tg_table_name
      when 'brand' then brand_id when 'model' then model_id else reference_id end = new.id
  ));
  return null;
end $$;
create trigger brand_searchable after update of name on brand
  for each row when (old.name <> new.name) execute function refresh_search_of_vocabulary();
create trigger model_searchable after update of name on model
  for each row when (old.name <> new.name) execute function refresh_search_of_vocabulary();
create trigger reference_searchable after update of number on reference
  for each row when (old.number <> new.number) execute function refresh_search_of_vocabulary();

create function empty_search() returns trigger language plpgsql as $$
begin
  truncate search_document;
  return null;
end $$;
create trigger product_search_emptied after truncate on product for each statement execute function empty_search();

insert into search_term (field, value, words)
select field, value, array(select distinct word from search_split(text) as word order by word)
from (values
  ('kind', 'watch', 'Uhr Uhren Armbanduhr Armbanduhren Zeitmesser watch watches wristwatch wristwatches timepiece'),
  ('kind', 'jewellery', 'Schmuck Schmuckstück Juwelen jewellery jewelry jewel jewels'),
  ('kind', 'bullion', 'Münze Münzen Barren Edelmetall Anlage coin coins bar bars bullion investment'),
  ('type', 'rings', 'Ring Ringe Fingerring ring rings'),
  ('type', 'earrings', 'Ohrring Ohrringe Ohrschmuck Ohrstecker Ohrhänger Creolen earring earrings studs hoops'),
  ('type', 'necklaces', 'Kette Ketten Halskette Halsketten Collier Colliers Halsschmuck necklace necklaces chain chains'),
  ('type', 'bracelets', 'Armband Armbänder Armreif Armreifen Armschmuck Armkette bracelet bracelets bangle bangles'),
  ('type', 'pendants', 'Anhänger Medaillon pendant pendants locket charm'),
  ('type', 'brooches', 'Brosche Broschen Nadel Anstecknadel brooch brooches pin'),
  ('condition', 'new', 'neu neue ungetragen neuwertig new unworn mint'),
  ('condition', 'very-good', 'sehr gut very good'),
  ('condition', 'good', 'gut good'),
  ('condition', 'fair', 'befriedigend getragen fair worn'),
  ('condition', 'incomplete', 'unvollständig defekt incomplete'),
  ('gender', 'ladies', 'Damen Dame Damenuhr Damenuhren Damenring Frau Frauen ladies lady women womens woman'),
  ('gender', 'gents', 'Herren Herr Herrenuhr Herrenuhren Herrenring Mann Männer gents gentleman men mens man'),
  ('gender', 'unisex', 'unisex'),
  ('scope', 'full-set', 'Fullset full-set Box Papiere Papieren papers komplett complete'),
  ('scope', 'box', 'Box Schachtel'),
  ('scope', 'papers', 'Papiere Papieren Zertifikat papers certificate'),
  ('material', 'steel', 'Stahl Edelstahl stählern steel stainless'),
  ('material', 'steel-gold', 'Stahl Gold Stahlgold bicolor bicolour Rolesor steel gold two-tone'),
  ('material', 'yellow-gold', 'Gelbgold Gold golden goldene goldener goldenes gelb yellow gold'),
  ('material', 'white-gold', 'Weißgold Gold golden goldene goldener goldenes weiß white gold'),
  ('material', 'rose-gold', 'Roségold Rotgold Rosegold Everose Gold golden goldene goldener goldenes rosé rose red pink gold'),
  ('material', 'two-tone-gold', 'Bicolor Bicolorgold Tricolor Gold golden goldene goldener goldenes two-tone gold'),
  ('material', 'fine-gold', 'Feingold Gold fine gold'),
  ('material', 'platinum', 'Platin platinum'),
  ('material', 'palladium', 'Palladium'),
  ('material', 'titanium', 'Titan titanium'),
  ('material', 'ceramic', 'Keramik ceramic'),
  ('material', 'silver', 'Silber silbern silberne silberner silbernes Sterlingsilber silver sterling'),
  ('material', 'bronze', 'Bronze'),
  ('material', 'carbon', 'Carbon Kohlefaser Karbon'),
  ('material', 'gold-plated', 'vergoldet Doublé gold-plated plated gilt'),
  ('bracelet', 'steel', 'Stahl Stahlband Metallband steel'),
  ('bracelet', 'steel-gold', 'Stahl-Gold-Band steel-gold'),
  ('bracelet', 'gold', 'Goldband gold'),
  ('bracelet', 'platinum', 'Platin Platinband platinum'),
  ('bracelet', 'titanium', 'Titan Titanband titanium'),
  ('bracelet', 'ceramic', 'Keramik Keramikband ceramic'),
  ('bracelet', 'leather', 'Leder Lederband Lederarmband leather strap'),
  ('bracelet', 'rubber', 'Kautschuk Kautschukband Gummi Gummiband rubber strap'),
  ('bracelet', 'textile', 'Textil Textilband Nato Natoband textile fabric strap'),
  ('movement', 'automatic', 'Automatik Automatikuhr automatisch automatic self-winding'),
  ('movement', 'manual', 'Handaufzug Handaufzugsuhr mechanisch manual hand-wound winding mechanical'),
  ('movement', 'quartz', 'Quarz Quarzuhr Batterie quartz battery'),
  ('dial', 'black', 'schwarz schwarze schwarzer schwarzes schwarzem black'),
  ('dial', 'white', 'weiß weiße weißer weißes weißem white'),
  ('dial', 'silver', 'silber silbern silbernes silbernem silver'),
  ('dial', 'grey', 'grau graue grauer graues grauem anthrazit Rhodium grey gray'),
  ('dial', 'blue', 'blau blaue blauer blaues blauem blue'),
  ('dial', 'green', 'grün grüne grüner grünes grünem green'),
  ('dial', 'champagne', 'Champagner champagnerfarben champagne'),
  ('dial', 'ivory', 'Elfenbein elfenbeinfarben creme ivory cream'),
  ('dial', 'mother-of-pearl', 'Perlmutt Perlmuttzifferblatt mother-of-pearl'),
  ('dial', 'salmon', 'Lachs lachsfarben salmon'),
  ('dial', 'burgundy', 'Bordeaux weinrot burgundy'),
  ('dial', 'brown', 'braun braune brauner braunes brown'),
  ('dial', 'red', 'rot rote roter rotes red'),
  ('dial', 'pink', 'rosa pink'),
  ('dial', 'yellow', 'gelb gelbe gelber gelbes yellow'),
  ('dial', 'orange', 'orange'),
  ('dial', 'turquoise', 'türkis turquoise Tiffany'),
  ('dial', 'skeleton', 'skelettiert skelettierte Skelett skeleton openworked'),
  ('complication', 'date', 'Datum Datumsanzeige date'),
  ('complication', 'day', 'Wochentag Tag day'),
  ('complication', 'small-seconds', 'kleine Sekunde small seconds subseconds'),
  ('complication', 'chronograph', 'Chronograph Chronografen Chronograf Chrono Stoppuhr chronographs stopwatch'),
  ('complication', 'gmt', 'GMT zweite Zeitzone dual time zone'),
  ('complication', 'world-time', 'Weltzeit Weltzeituhr world-time worldtimer'),
  ('complication', 'power-reserve', 'Gangreserve Gangreserveanzeige power reserve'),
  ('complication', 'alarm', 'Wecker Alarm Armbandwecker alarm'),
  ('complication', 'moon-phase', 'Mondphase Mond moon-phase moonphase'),
  ('complication', 'annual-calendar', 'Jahreskalender Kalender annual calendar'),
  ('complication', 'perpetual-calendar', 'ewiger ewigem Kalender Vollkalender perpetual calendar QP'),
  ('complication', 'minute-repeater', 'Minutenrepetition Repetition minute repeater'),
  ('complication', 'tourbillon', 'Tourbillon'),
  ('stone', 'diamond', 'Diamant Diamanten Brillant Brillanten diamond diamonds'),
  ('stone', 'laboratory-grown-diamond', 'synthetischer Diamant Labordiamant laboratory-grown lab-grown diamond'),
  ('stone', 'ruby', 'Rubin Rubine Rubinen ruby rubies'),
  ('stone', 'sapphire', 'Saphir Saphire Saphiren sapphire sapphires'),
  ('stone', 'emerald', 'Smaragd Smaragde Smaragden emerald emeralds'),
  ('stone', 'pearl', 'Perle Perlen Zuchtperle Zuchtperlen pearl pearls cultured'),
  ('stone', 'alexandrite', 'Alexandrit alexandrite'),
  ('stone', 'amber', 'Bernstein amber'),
  ('stone', 'amethyst', 'Amethyst Amethyste amethysts'),
  ('stone', 'aquamarine', 'Aquamarin Aquamarine aquamarine'),
  ('stone', 'chalcedony', 'Chalzedon Chalcedon chalcedony'),
  ('stone', 'citrine', 'Citrin Citrine citrine'),
  ('stone', 'coral', 'Koralle Korallen coral'),
  ('stone', 'cubic-zirconia', 'Zirkonia cubic zirconia'),
  ('stone', 'garnet', 'Granat Granate garnet garnets'),
  ('stone', 'jade', 'Jade'),
  ('stone', 'lapis-lazuli', 'Lapislazuli Lapis lapis-lazuli'),
  ('stone', 'moonstone', 'Mondstein Mondsteine moonstone'),
  ('stone', 'onyx', 'Onyx'),
  ('stone', 'opal', 'Opal Opale opals'),
  ('stone', 'peridot', 'Peridot Olivin'),
  ('stone', 'quartz', 'Quarz Bergkristall quartz'),
  ('stone', 'spinel', 'Spinell spinel'),
  ('stone', 'tanzanite', 'Tansanit tanzanite'),
  ('stone', 'topaz', 'Topas topaz'),
  ('stone', 'tourmaline', 'Turmalin Turmaline tourmaline'),
  ('stone', 'turquoise', 'Türkis Türkise turquoise'),
  ('stone', 'zircon', 'Zirkon zircon'),
  ('cut', 'round-brilliant', 'Brillant Brillanten Brillantschliff brilliant round-brilliant'),
  ('cut', 'old-cut', 'Altschliff Altschliffdiamant old-cut old european'),
  ('cut', 'single-cut', 'Achtkant Achtkantschliff single-cut'),
  ('cut', 'rose-cut', 'Rosenschliff Diamantrose rose-cut'),
  ('cut', 'emerald-cut', 'Smaragdschliff emerald-cut'),
  ('cut', 'asscher', 'Asscher'),
  ('cut', 'baguette', 'Baguette Baguetteschliff'),
  ('cut', 'briolette', 'Briolette'),
  ('cut', 'cabochon', 'Cabochon'),
  ('cut', 'carre', 'Carré'),
  ('cut', 'cushion', 'Kissen Kissenschliff cushion'),
  ('cut', 'heart', 'Herz heart'),
  ('cut', 'marquise', 'Navette Marquise'),
  ('cut', 'oval', 'oval ovaler'),
  ('cut', 'pear', 'Tropfen Tropfenschliff pear drop'),
  ('cut', 'princess', 'Princess Prinzess Princessschliff'),
  ('cut', 'radiant', 'Radiant'),
  ('cut', 'round', 'rund round'),
  ('cut', 'step-cut', 'Treppenschliff step-cut'),
  ('cut', 'trillion', 'Trillant trillion trilliant'),
  ('era', 'victorian', 'viktorianisch viktorianischer Victorian antik antique'),
  ('era', 'art-nouveau', 'Jugendstil art-nouveau antik antique'),
  ('era', 'art-deco', 'Art-déco art-deco Zwanziger Dreißiger'),
  ('era', 'retro', 'Retro Vierziger forties'),
  ('era', 'modern', 'modern moderner modernes contemporary'),
  ('style', 'diver', 'Taucher Taucheruhr Taucheruhren diver divers diving dive'),
  ('style', 'antique', 'antik antike antiker antique vintage'),
  ('style', 'vintage', 'vintage'),
  ('style', 'engagement', 'Verlobungsring Verlobungsringe Verlobung Antragsring engagement proposal'),
  ('branch', 'koeln', 'Köln Cologne'),
  ('branch', 'duesseldorf', 'Düsseldorf Dusseldorf'),
  ('fineness', '333', '8k 8kt 8ct 8 Karat carat kt'),
  ('fineness', '375', '9k 9kt 9ct 9 Karat carat kt'),
  ('fineness', '585', '14k 14kt 14ct 14 Karat carat kt'),
  ('fineness', '750', '18k 18kt 18ct 18 Karat carat kt'),
  ('fineness', '900', '21k 21kt 21ct'),
  ('fineness', '916', '22k 22kt 22ct 22 Karat carat kt'),
  ('fineness', '917', '22k 22kt 22ct 22 Karat carat kt 916'),
  ('fineness', '986', '23k 23kt 23ct'),
  ('fineness', '999', '24k 24kt 24ct 24 Karat carat kt'),
  ('decade', '1800', '1800er 1800s'),
  ('decade', '1810', '1810er 1810s'),
  ('decade', '1820', '1820er 1820s'),
  ('decade', '1830', '1830er 1830s'),
  ('decade', '1840', '1840er 1840s'),
  ('decade', '1850', '1850er 1850s'),
  ('decade', '1860', '1860er 1860s'),
  ('decade', '1870', '1870er 1870s'),
  ('decade', '1880', '1880er 1880s'),
  ('decade', '1890', '1890er 1890s'),
  ('decade', '1900', '1900er 1900s 00er 00s'),
  ('decade', '1910', '1910er 1910s 10er 10s'),
  ('decade', '1920', '1920er 1920s 20er 20s'),
  ('decade', '1930', '1930er 1930s 30er 30s'),
  ('decade', '1940', '1940er 1940s 40er 40s'),
  ('decade', '1950', '1950er 1950s 50er 50s'),
  ('decade', '1960', '1960er 1960s 60er 60s'),
  ('decade', '1970', '1970er 1970s 70er 70s'),
  ('decade', '1980', '1980er 1980s 80er 80s'),
  ('decade', '1990', '1990er 1990s 90er 90s'),
  ('decade', '2000', '2000er 2000s 00er 00s'),
  ('decade', '2010', '2010er 2010s 10er 10s'),
  ('decade', '2020', '2020er 2020s 20er 20s'),
  ('decade', '2030', '2030er 2030s 30er 30s')
) as given (field, value, text);

-- The words of the terms, with the terms they stand for; what a piece's state is called stands for none, and what
-- collectors say stands for the words that are written on pieces.
insert into search_word (word, kind, terms)
select word, 3, coalesce(array_agg(distinct term order by term) filter (where term is not null), '{}')
from (
  select unnest(words) as word, '_' || number as term from search_term
  union all
  select word, null from search_split(
    'verfügbar verfügbare lieferbar available reserviert reservierte reserved verkauft verkaufte verkaufter sold') as word
  union all
  select word, written from (values
    ('trauring trauringe hochzeitsring', 'ehering'), ('memoire memoryring', 'memoirering'), ('kreolen kreole', 'creolen'),
    ('perlenstecker stecker', 'ohrstecker'), ('bangle', 'armreif'), ('signet', 'siegelring'), ('solitaire', 'solitar'),
    ('jlc', 'lecoultre'), ('ap', 'audemars'), ('vc', 'vacheron'), ('pp', 'patek'), ('als', 'lange'), ('gs', 'grand'),
    ('go', 'glashutte'), ('gp', 'girard'), ('dj', 'datejust'), ('op', 'oyster'), ('moonwatch', 'speedmaster'),
    ('pepsi', 'blro'), ('batman batgirl', 'blnr'), ('rootbeer', 'chnr'), ('hulk', '116610lv'), ('kermit', '16610lv'),
    ('starbucks', '126610lv'), ('sprite', 'vtnr')
  ) as spoken (words, written), search_split(words) as word
) as given
group by word;
insert into search_misspelling (rest, word) select rest, word from search_word, search_rests(word) as rest;
