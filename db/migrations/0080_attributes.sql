-- What an attribute is called and how its column is searched stand in tables, which are written from the declarations
-- in app/shop/catalogue/attributes (`npm run attributes`); a test compares. A new attribute adds rows.

-- The columns of product that the search reads: as ids of terms (of a field), as words of a name or of an attribute, as
-- a figure with and without its decimals, as a whole figure.
create table search_column (
  name text primary key,
  reading text not null check (reading in ('term', 'name', 'words', 'figure', 'whole')),
  field text,
  check ((reading = 'term') = (field is not null))
);
insert into search_column (name, reading, field) values
  ('kind', 'term', 'kind'),
  ('jewellery_type', 'term', 'type'),
  ('condition', 'term', 'condition'),
  ('gender', 'term', 'gender'),
  ('scope', 'term', 'scope'),
  ('case_material', 'term', 'material'),
  ('diameter_mm', 'figure', null),
  ('movement', 'term', 'movement'),
  ('calibre', 'words', null),
  ('dial', 'term', 'dial'),
  ('bezel', 'words', null),
  ('bracelet', 'term', 'bracelet'),
  ('complications', 'term', 'complication'),
  ('metal', 'term', 'material'),
  ('fineness', 'figure', null),
  ('coin', 'name', null),
  ('hallmarks', 'words', null),
  ('report_lab', 'words', null),
  ('ring_size_mm', 'whole', null),
  ('era', 'term', 'era'),
  ('branch_id', 'term', 'branch');

-- What a column's value is called from now on: adds the term or changes its words.
create function put_search_term(of_field text, of_value text, called text) returns void language plpgsql as $$
declare
  its_words text[] := array(select distinct word from search_split(called) as word order by word);
  term text;
begin
  insert into search_term (field, value, words) values (of_field, of_value, its_words)
    on conflict (field, value) do update set words = excluded.words
    returning '_' || number into term;
  update search_word set terms = array_remove(terms, term) where term = any (terms) and word <> all (its_words);
  with spoken as (
    insert into search_word as known (word, kind, terms) select word, 3, array[term] from unnest(its_words) as word
    on conflict (word) do update set kind = least(known.kind, 3),
      terms = array(select distinct each from unnest(known.terms || excluded.terms) as each order by each)
    returning word
  )
  insert into search_misspelling (rest, word) select rest, word from spoken, search_rests(word) as rest
    on conflict do nothing;
end $$;

-- As before, but what stands in single columns is read as search_column says.
create or replace function refresh_search(ids text[]) returns void language plpgsql
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
  ), written_out as materialized (
    select id, to_jsonb(piece) - array['description', 'condition_notes', 'scope_notes'] as document from piece
  ), stated as materialized (
    select id, reading, field, value, jsonb_typeof(value) as type
    from (select id, reading, field, document -> name as value from written_out, search_column offset 0) as each
    where value <> 'null'
  ), said_of (id, reading, field, text) as materialized (
    select id, reading, field, value #>> '{}' from stated where type in ('string', 'number')
    union all
    select id, reading, field, each from stated, jsonb_array_elements_text(value) as each where type = 'array'
    union all
    -- in both languages
    select id, reading, field, words from stated, jsonb_each_text(value) as in_language (locale, words)
      where type = 'object'
  ), said (id, text, weight, kind) as (
    select id, brand, 'A', 1 from piece
    union all select id, model, 'A', 1 from piece
    union all select id, name ->> 'de', 'A', 2 from piece
    union all select id, name ->> 'en', 'A', 2 from piece
    union all select id, text, 'A', 2 from said_of where reading = 'name'
    union all select id, reference, 'C', 4 from piece
    union all select id, text, 'D', 3 from said_of where reading = 'words'
  ), split as materialized (
    -- each text once, however many pieces share it
    select text, word from (select distinct text from said where text is not null) as texts, search_split(text) as word
  ), numbers as materialized (
    select number, regexp_replace(search_fold(number), '[^a-z0-9]+', '', 'g') as whole,
      array(select part[1] from regexp_matches(search_fold(number), '[a-z]{2,}|[0-9]{2,}', 'g') as part) as parts
    from (select distinct reference as number from piece where reference is not null) as given
  ), facet (id, field, value) as (
    select id, field, text from said_of where reading = 'term'
    union all
    select id, field, value from piece, lateral (values
      ('style', case when water_resistance_bar >= 20 then 'diver' end),
      ('style', case when jewellery_type = 'rings' and id in (
        select product_id from stone where stone = 'diamond' and count = 1 and product_id = any (ids)) then 'engagement' end),
      ('style', case when year_to < 1920 then 'antique' when year_to < 1995 then 'vintage' end),
      ('fineness', case when metal like '%gold' or case_material like '%gold' then trunc(fineness)::text end)
    ) as given (field, value) where value is not null
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
    -- figures: 37.5 as 37 and 375; years, hundredths of a carat
    select id, trunc(text::numeric)::text, 'D', 3 from said_of where reading in ('figure', 'whole')
    union all
    select id, replace(trim_scale(text::numeric)::text, '.', ''), 'D', 3 from said_of where reading = 'figure'
    union all
    select id, generate_series(year_from::int, year_to)::text, 'D', 3 from piece where year_to - year_from <= 10
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
