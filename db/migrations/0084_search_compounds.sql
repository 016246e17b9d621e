-- Compounds are read by their parts: what names end in is found through this index, and the words that only joined
-- parts of the vocabulary are no words of it any more.
create index search_word_endings on search_word (reverse(word)) where kind = 2;

-- The first pieces of a search, tier by tier; in each available, reserved, sold, newest first; with each, how many
-- there are in all.
-- whole: exact references and stock numbers, or null. tiers: four queries, each holding what the one before holds:
-- exact words of maker, model and name, begun ones, what a piece is by its attributes, whatever else is said of it;
-- null where nothing can match. lookups: the same without what is too vague for the index. No tiers at all: every
-- piece of that state and price.
-- price: in cents, or null for any.
create or replace function search_pieces(
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
  if tiers[4] is null then
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
      select product_id, case when words @@ $1[1] then 1 when words @@ $1[2] then 2
        when words @@ $1[3] then 3 else 4 end as tier from (
        select product_id, words from search_document
        where ($2 is null or availability = $2) and ($3 is null or price_cents <@ $3)
        order by availability, listed_at desc, product_id limit $4
      ) as top
      where words @@ $1[4]
    ) as hit'
    into sampled_ids, sampled_tiers using tiers, state, price, sample;

  if cardinality(sampled_ids) < few then
    return query execute '
      with hit as materialized (
        select product_id, availability, listed_at,
          case when words @@ $1 then 0 when words @@ $2[1] then 1 when words @@ $2[2] then 2
            when words @@ $2[3] then 3 else 4 end as tier
        from search_document
        where words @@ $3 and (words @@ $2[4]) is true and ($4 is null or availability = $4)
          and ($5 is null or price_cents <@ $5)
      )
      select product_id, (select count(*) from hit)::int from hit
        order by tier, availability, listed_at desc, product_id limit $6'
      using whole, tiers, lookups[4], state, price, most;
    return;
  end if;

  if whole is not null then
    found := search_look_up(whole, tiers[4], state, price, found, most);
  end if;
  for tier in 1..4 loop
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
    using lookups[4], case when lookups[4]::text <> tiers[4]::text then tiers[4] end, state, price;
  return query select id, total from unnest(found) as id;
end $$;


-- Written by `npm run attributes` from app/shop/catalogue/attributes.
select put_search_term('complication', 'world-time', 'Weltzeit world-time worldtimer');
select put_search_term('gender', 'gents', 'Herren Herr männlich Mann Männer gents gentleman gentlemen men mens man male');
select put_search_term('gender', 'ladies', 'Damen Dame weiblich Frau Frauen ladies lady women womens woman female');
select put_search_term('movement', 'automatic', 'Automatik automatisch automatische automatic self-winding');
select put_search_term('movement', 'manual', 'Handaufzug mechanisch mechanische manual hand-wound winding mechanical');
select put_search_term('movement', 'quartz', 'Quarz Batterie quartz battery');
select put_search_term('style', 'diver', 'Taucher Tauch diver divers diving dive');

delete from search_word where kind = 3 and terms = '{}' and word in ('damenuhr', 'damenuhren', 'damenring', 'herrenuhr',
  'herrenuhren', 'herrenring', 'taucheruhr', 'taucheruhren', 'automatikuhr', 'handaufzugsuhr', 'quarzuhr', 'weltzeituhr');
