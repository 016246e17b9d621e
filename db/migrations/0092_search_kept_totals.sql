-- A total that is known need not be counted again, nor a piece compared twice with the same words.
drop function search_pieces(tsquery, tsquery[], tsquery[], int, int4range, int);

-- The first pieces of a search, tier by tier; in each available, reserved, sold, newest first; with each, how many
-- there are in all.
-- whole: exact references and stock numbers, or null. tiers: four queries, each holding what the one before holds:
-- exact words of maker, model and name, begun ones, what a piece is by its attributes, whatever else is said of it;
-- null where nothing can match. lookups: the same without what is too vague for the index. No tiers at all: every
-- piece of that state and price.
-- price: in cents, or null for any. counted: how many there are in all, where that is known.
create function search_pieces(
  whole tsquery, tiers tsquery[], lookups tsquery[], state int, price int4range, most int, counted int default null
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
    total := coalesce(counted, (select count(*) from search_document
      where (state is null or availability = state) and (price is null or price_cents <@ price)));
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
          case when words @@ $1 then 0 when words @@ $2 then 1 when words @@ $3 then 2
            when words @@ $4 then 3 else 4 end as tier
        from search_document
        where words @@ $5 and ($6 is null or (words @@ $6) is true) and ($7 is null or availability = $7)
          and ($8 is null or price_cents <@ $8)
      )
      select product_id, (select count(*) from hit)::int from hit
        order by tier, availability, listed_at desc, product_id limit $9'
      -- A tier that holds what the next one holds need not be compared with each piece.
      using whole, case when tiers[1]::text is distinct from tiers[2]::text then tiers[1] end,
        case when tiers[2]::text is distinct from tiers[3]::text then tiers[2] end,
        case when tiers[3]::text is distinct from tiers[4]::text then tiers[3] end,
        lookups[4], case when lookups[4]::text <> tiers[4]::text then tiers[4] end, state, price, most;
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
  total := counted;
  if total is null then
    execute '
      select count(*) from search_document
      where words @@ $1 and ($2 is null or (words @@ $2) is true) and ($3 is null or availability = $3)
        and ($4 is null or price_cents <@ $4)'
      into total
      -- What is the same need not be compared again with each piece.
      using lookups[4], case when lookups[4]::text <> tiers[4]::text then tiers[4] end, state, price;
  end if;
  return query select id, total from unnest(found) as id;
end $$;

-- The first pieces that match both, except some: all of them through the index, then sorted.
create or replace function search_look_up(
  lookup tsquery, tier tsquery, state int, price int4range, except_ids text[], most int
) returns text[] language plpgsql as $$
declare met text[];
begin
  execute '
    with hit as materialized (
      select product_id, availability, listed_at from search_document
      where words @@ $1 and ($2 is null or (words @@ $2) is true) and ($3 is null or availability = $3)
        and ($4 is null or price_cents <@ $4) and product_id <> all ($5)
    )
    select array(select product_id from hit order by availability, listed_at desc, product_id limit $6)'
    into met
    -- What is the same need not be compared again with each piece.
    using lookup, case when lookup::text <> tier::text then tier end, state, price, except_ids, most;
  return met;
end $$;
