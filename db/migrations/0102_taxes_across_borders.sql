-- How each line was taxed when it was ordered; documents and the ledger ask here and reckon nothing anew.
alter table order_line
  -- what the piece was listed for; price_cents is what was charged for it
  add column listed_cents int check (listed_cents >= price_cents),
  add column tax_rule text check (tax_rule in
    ('gold', 'margin-export', 'margin', 'export', 'intra-community', 'destination', 'domestic')),
  -- whose VAT it is, ISO 3166-1 or XI; where there is none, where it goes
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column tax_per_mille smallint check (tax_per_mille between 0 and 400),
  -- VAT in price_cents that may be shown
  add column vat_cents int check (vat_cents between 0 and price_cents);
alter table shop_order
  -- shipping follows the goods: a part for each way in which they are taxed
  add column shipping_taxes jsonb not null default '[]' check (jsonb_typeof(shipping_taxes) = 'array'),
  -- net amount that counts towards the threshold of distance sales (§ 3c (4) UStG)
  add column distance_net_cents int not null default 0 check (distance_net_cents >= 0),
  -- a business buyer's VAT id: { "id", "country", "outcome", "checkedAt", "consultation" }
  add column vat_id jsonb check (jsonb_typeof(vat_id) = 'object');

-- Until now everything was taxed as in Germany, in one sum: the lines' cents are to add up to it.
update order_line l set listed_cents = price_cents, tax_country = 'DE',
  tax_rule = case tax_mode when 'standard_19' then 'domestic' when 'margin_25a' then 'margin' else 'gold' end,
  tax_per_mille = case tax_mode when 'standard_19' then 190 else 0 end,
  vat_cents = case tax_mode when 'standard_19' then round(s.upto * 19::numeric / 119) - round((s.upto - l.price_cents) * 19::numeric / 119) else 0 end
from (select order_id, position,
    sum(price_cents) filter (where tax_mode = 'standard_19') over (partition by order_id order by position) as upto
  from order_line) s
where s.order_id = l.order_id and s.position = l.position;

update shop_order o set shipping_taxes = p.parts, distance_net_cents = case
    when o.delivery #>> '{address,country}' in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE',
      'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK') then p.net else 0 end
from (
  select s.id, s.taxed + f.domestic - s.vat as net,
    (select coalesce(jsonb_agg(jsonb_build_object('rule', rule, 'country', 'DE', 'ratePerMille', rate, 'listedCents', cents,
        'netCents', cents - part_vat, 'vatCents', part_vat, 'grossCents', cents) order by place), '[]')
      from (values (1, 'domestic', 190, f.domestic, s.vat - s.lines_vat), (2, 'margin', 0, f.margin, 0),
        (3, 'gold', 0, s.shipping - f.domestic - f.margin, 0)) part (place, rule, rate, cents, part_vat)
      where cents > 0) as parts
  from (
    select o.id, o.shipping_cents as shipping, o.goods_cents as goods, o.vat_cents as vat, sum(l.vat_cents)::int as lines_vat,
      coalesce(sum(l.price_cents) filter (where l.tax_mode = 'standard_19'), 0)::int as taxed,
      coalesce(sum(l.price_cents) filter (where l.tax_mode = 'margin_25a'), 0)::int as margin
    from shop_order o join order_line l on l.order_id = o.id group by o.id
  ) s, lateral (
    select round(s.shipping * s.taxed::numeric / s.goods)::int as domestic,
      round(s.shipping * (s.taxed + s.margin)::numeric / s.goods)::int - round(s.shipping * s.taxed::numeric / s.goods)::int as margin
  ) f
) p
where p.id = o.id;

alter table order_line alter column listed_cents set not null, alter column tax_rule set not null,
  alter column tax_country set not null, alter column tax_per_mille set not null, alter column vat_cents set not null;
create index shop_order_distance on shop_order (placed_at) where distance_net_cents > 0;

create function keep_line_tax() returns trigger language plpgsql as $$
begin
  if (new.price_cents, new.listed_cents, new.tax_mode, new.tax_rule, new.tax_country, new.tax_per_mille, new.vat_cents)
    is distinct from (old.price_cents, old.listed_cents, old.tax_mode, old.tax_rule, old.tax_country, old.tax_per_mille, old.vat_cents) then
    raise exception 'what was ordered is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_line_keep before update on order_line for each row execute function keep_line_tax();

create function keep_order_tax() returns trigger language plpgsql as $$
begin
  if (new.vat_cents, new.shipping_taxes, new.distance_net_cents, new.vat_id)
    is distinct from (old.vat_cents, old.shipping_taxes, old.distance_net_cents, old.vat_id) then
    raise exception 'what was ordered is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger shop_order_keep_tax before update on shop_order for each row execute function keep_order_tax();
