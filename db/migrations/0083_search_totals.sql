-- Searches are told how many pieces they find in all, and may be narrowed to prices.

alter table search_document add column price_cents int;
update search_document d set price_cents = p.price_cents from product p where p.id = d.product_id;
alter table search_document alter column price_cents set not null;

-- As before, and writes the price.
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
    insert into search_document as d (product_id, availability, listed_at, price_cents, words)
      select id, case status when 'listed' then 0 when 'reserved' then 1 else 2 end, listed_at, price_cents,
        joined.words::tsvector
      from piece join (
        -- the position tells the weights of one word apart
        select id, string_agg(left(word, 60) || ':' || ascii(weight) - 64 || weight, ' ') as words
        from found where word <> '' group by id
      ) as joined using (id)
    on conflict (product_id) do update
      set availability = excluded.availability, listed_at = excluded.listed_at, price_cents = excluded.price_cents,
        words = excluded.words
      where (d.availability, d.listed_at, d.price_cents, d.words)
        is distinct from (excluded.availability, excluded.listed_at, excluded.price_cents, excluded.words)
  )
  select array_agg(word), array_agg(kind) into all_words, all_kinds
    from (select word, min(kind)::smallint as kind from found where kind is not null and word <> '' group by word) as w;

  perform learn_search_words(all_words, all_kinds);
end $$;

-- A note changes no word. A sale or a new price changes only the order and the bounds, and must be quick.
create or replace function refresh_search_of_products() returns trigger language plpgsql as $$
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
      listed_at = new_row.listed_at, price_cents = new_row.price_cents
    from new_rows new_row join old_rows old_row using (id)
    where d.product_id = new_row.id and new_row.status in ('listed', 'reserved', 'sold')
      and (new_row.status, new_row.listed_at, new_row.price_cents)
        is distinct from (old_row.status, old_row.listed_at, old_row.price_cents)
      and new_row.id <> all (coalesce(ids, '{}'));
  return null;
end $$;

drop function search_pieces(tsquery, tsquery[], tsquery[], int, int);
drop function search_look_up(tsquery, tsquery, int, text[], int);

-- The first pieces of a search, tier by tier; in each available, reserved, sold, newest first; with each, how many
-- there are in all.
-- whole: exact references and stock numbers, or null. tiers: three queries, each holding what the one before holds:
-- exact and begun words of maker, model and name, then attributes too; null where nothing can match. lookups: the
-- same without what is too vague for the index. No tiers at all: every piece of that state and price.
-- price: in cents, or null for any.
create function search_pieces(
  whole tsquery, tiers tsquery[], lookups tsquery[], state int, price int4range, most int
) returns table (hit text, total int) language plpgsql
  set jit = off set enable_seqscan = off as $$
declare
  sample constant int := 500;
  pieces constant float8 := (select greatest(reltuples, 1) from pg_class where oid = 'search_document'::regclass);
  -- Matches in the sample, below which looking up is shorter: m of them mean m / sample * pieces matches to look up,
  -- or sample * most / m steps to walk, each a third as long.
  few constant int := greatest(2, sqrt(sample * sample / 3.0 * most / pieces));
  sampled_ids text[];
  sampled_tiers int[];
  met text[];
  need int;
  found text[] := '{}';
begin
  if tiers[3] is null then
    select count(*) into total from search_document
      where (state is null or availability = state) and (price is null or price_cents <@ price);
    return query select product_id, total from search_document
      where (state is null or availability = state) and (price is null or price_cents <@ price)
      order by availability, listed_at desc, product_id limit most;
    return;
  end if;

  -- The first 500 pieces tell whether to walk on in order or to look up all matches and sort them. The planner's
  -- statistics would not: they know single words well, but not which go together.
  execute '
    select coalesce(array_agg(product_id), ''{}''), coalesce(array_agg(tier), ''{}'') from (
      select product_id, case when words @@ $1[1] then 1 when words @@ $1[2] then 2 else 3 end as tier from (
        select product_id, words from search_document
        where ($2 is null or availability = $2) and ($3 is null or price_cents <@ $3)
        order by availability, listed_at desc, product_id limit $4
      ) as top
      where words @@ $1[3]
    ) as hit'
    into sampled_ids, sampled_tiers using tiers, state, price, sample;

  if cardinality(sampled_ids) < few then
    return query execute '
      with hit as materialized (
        select product_id, availability, listed_at,
          case when words @@ $1 then 0 when words @@ $2[1] then 1 when words @@ $2[2] then 2 else 3 end as tier
        from search_document
        where words @@ $3 and (words @@ $2[3]) is true and ($4 is null or availability = $4)
          and ($5 is null or price_cents <@ $5)
      )
      select product_id, (select count(*) from hit)::int from hit
        order by tier, availability, listed_at desc, product_id limit $6'
      using whole, tiers, lookups[3], state, price, most;
    return;
  end if;

  if whole is not null then
    found := search_look_up(whole, tiers[3], state, price, found, most);
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
            select product_id, words from search_document
            where ($2 is null or availability = $2) and ($3 is null or price_cents <@ $3)
            order by availability, listed_at desc, product_id limit $4
          ) as top
          where words @@ $1 and product_id <> all ($5) limit $6
        )' into met using tiers[tier], state, price, 2 * sample * need / cardinality(met), found, need;
    end if;
    if cardinality(met) < need then
      met := search_look_up(lookups[tier], tiers[tier], state, price, found, need);
    end if;
    found := found || met;
  end loop;
  execute '
    select count(*) from search_document
    where words @@ $1 and ($2 is null or (words @@ $2) is true) and ($3 is null or availability = $3)
      and ($4 is null or price_cents <@ $4)'
    into total
    -- What is the same need not be compared again with each piece.
    using lookups[3], case when lookups[3]::text <> tiers[3]::text then tiers[3] end, state, price;
  return query select id, total from unnest(found) as id;
end $$;

-- The first pieces that match both, except some: all of them through the index, then sorted.
create function search_look_up(
  lookup tsquery, tier tsquery, state int, price int4range, except_ids text[], most int
) returns text[] language plpgsql as $$
declare met text[];
begin
  execute '
    with hit as materialized (
      select product_id, availability, listed_at from search_document
      where words @@ $1 and (words @@ $2) is true and ($3 is null or availability = $3)
        and ($4 is null or price_cents <@ $4) and product_id <> all ($5)
    )
    select array(select product_id from hit order by availability, listed_at desc, product_id limit $6)'
    into met using lookup, tier, state, price, except_ids, most;
  return met;
end $$;
