-- Who has a piece: nobody, somebody at the checkout for some minutes, or one order. One row a piece, always there, so
-- that taking it is locking it; its primary key and `order_line_has_claim` below are the rule "one live claim a piece".
create table claim (
  product_id text primary key references product on delete cascade,
  -- the token of a checkout; compared, never shown
  holder text check (length(holder) between 8 and 200),
  held_since timestamptz,
  held_until timestamptz,
  order_id bigint,
  -- Who held it last (a pseudonym of their address), since when without a break worth the name, and until when: no
  -- one keeps a piece from others for ever by holding it again and again.
  last_client text,
  last_since timestamptz,
  last_until timestamptz,
  unique (product_id, order_id),
  constraint hold_is_whole check (num_nonnulls(holder, held_since, held_until) in (0, 3)),
  constraint hold_or_order check (holder is null or order_id is null),
  constraint last_is_whole check (num_nonnulls(last_client, last_since, last_until) in (0, 3))
);
create index claim_holder on claim (holder) where holder is not null;
create index claim_held_until on claim (held_until) where held_until is not null;
create index claim_order on claim (order_id) where order_id is not null;

insert into claim (product_id) select id from product;
create function add_claims() returns trigger language plpgsql as $$
begin
  insert into claim (product_id) select id from new_rows;
  return null;
end $$;
create trigger product_has_claim after insert on product referencing new table as new_rows
  for each statement execute function add_claims();

-- Numbers without gaps: taken inside the transaction that uses them, given back when it fails.
create table counter (
  -- 'order-2026', 'invoice-2026'
  series text primary key check (series ~ '^[a-z]+-\d{4}$'),
  value int not null check (value > 0)
);

-- The steps an order may take; app/shop/checkout/order-status.ts holds the same table.
create table order_step (
  from_status text not null,
  event text not null,
  to_status text not null,
  primary key (from_status, event),
  unique (from_status, to_status)
);
insert into order_step (from_status, event, to_status) values
  ('awaiting_payment', 'pay', 'paid'),
  ('awaiting_payment', 'expire', 'expired'),
  ('awaiting_payment', 'cancel', 'cancelled'),
  ('paid', 'prepare', 'preparing'),
  ('paid', 'hand-over', 'delivered'),
  ('paid', 'cancel', 'cancelled'),
  ('paid', 'request-withdrawal', 'withdrawal_requested'),
  ('preparing', 'ship', 'shipped'),
  ('preparing', 'hand-over', 'delivered'),
  ('preparing', 'cancel', 'cancelled'),
  ('preparing', 'request-withdrawal', 'withdrawal_requested'),
  ('shipped', 'deliver', 'delivered'),
  ('shipped', 'request-withdrawal', 'withdrawal_requested'),
  ('delivered', 'complete', 'completed'),
  ('delivered', 'request-withdrawal', 'withdrawal_requested'),
  ('completed', 'request-withdrawal', 'withdrawal_requested'),
  ('expired', 'revive', 'paid'),
  ('expired', 'refund-conflict', 'conflict_refunded'),
  ('cancelled', 'refund-conflict', 'conflict_refunded'),
  ('withdrawal_requested', 'receive-return', 'return_received'),
  ('withdrawal_requested', 'waive-return', 'inspected'),
  ('return_received', 'inspect', 'inspected'),
  ('inspected', 'refund', 'refunded'),
  ('refunded', 'request-withdrawal', 'withdrawal_requested');

create table shop_order (
  id bigint generated always as identity primary key,
  -- as customers say it, RG-2026-00042; gapless a year
  number text not null unique check (number ~ '^[A-Z]{1,6}-\d{4}-\d{5,}$'),
  -- opens the order page, unguessable
  token text not null unique check (length(token) >= 24),
  -- made by the form: the same order sent twice is one
  submission uuid not null unique,
  locale text not null check (locale in ('de', 'en')),
  status text not null default 'awaiting_payment' check (status in
    ('awaiting_payment', 'paid', 'preparing', 'shipped', 'delivered', 'completed', 'expired', 'cancelled',
     'conflict_refunded', 'withdrawal_requested', 'return_received', 'inspected', 'refunded')),
  placed_at timestamptz not null default now(),
  -- when our acceptance made it a contract
  accepted_at timestamptz,
  -- when the money is due, and when an unpaid order lapses
  pay_by timestamptz,
  expires_at timestamptz,
  reminded_at timestamptz,
  email text not null check (length(email) between 3 and 320),
  phone text check (length(phone) between 3 and 60),
  invoice_address jsonb not null check (jsonb_typeof(invoice_address) = 'object'),
  -- { "kind": "courier", "address": … } or { "kind": "collection", "branchId": … }
  delivery jsonb not null check (delivery ->> 'kind' in ('courier', 'collection')),
  -- zone, method, working days, duties as they were offered
  shipping jsonb not null check (jsonb_typeof(shipping) = 'object'),
  payment text not null check (payment in ('bank-transfer', 'in-branch', 'online')),
  gift_wrap boolean not null default false,
  note text not null default '' check (length(note) <= 1000),
  goods_cents int not null check (goods_cents > 0),
  shipping_cents int not null check (shipping_cents >= 0),
  total_cents int not null,
  -- VAT contained in the total, where it may be shown at all
  vat_cents int not null check (vat_cents >= 0),
  -- { "carrier", "code", "url" }
  tracking jsonb,
  -- a pseudonym of the buyer's address, for the limit of open orders; forgotten with the order's personal data
  client text,
  constraint total_adds_up check (total_cents = goods_cents + shipping_cents),
  constraint online_lapses check (status <> 'awaiting_payment' or expires_at is not null)
);
create index shop_order_status on shop_order (status, placed_at);
create index shop_order_expiry on shop_order (expires_at) where status = 'awaiting_payment';
create index shop_order_client on shop_order (client) where status = 'awaiting_payment';
create index shop_order_email on shop_order (lower(email));
alter table claim add constraint claim_of_order foreign key (order_id) references shop_order;

create table order_line (
  order_id bigint not null references shop_order,
  position smallint not null check (position >= 0),
  product_id text not null references product,
  price_cents int not null check (price_cents > 0),
  tax_mode text not null check (tax_mode in ('margin_25a', 'standard_19', 'investment_gold_25c')),
  -- brand, name, reference, kind, slug, photo as they were sold
  piece jsonb not null check (jsonb_typeof(piece) = 'object'),
  -- when the piece stopped being this order's: it lapsed, was cancelled, or came back
  released_at timestamptz,
  withdrawn_at timestamptz,
  refunded_cents int not null default 0 check (refunded_cents >= 0),
  live_order_id bigint generated always as (case when released_at is null then order_id end) stored,
  primary key (order_id, position),
  unique (order_id, product_id),
  -- A piece that an order has not let go is claimed by this order and therefore by no other order and no hold.
  constraint order_line_has_claim foreign key (product_id, live_order_id) references claim (product_id, order_id)
);
create unique index order_line_live on order_line (product_id) where released_at is null;
create index order_line_product on order_line (product_id);

-- What a buyer agreed to by a box of its own (§ 476 BGB), word for word.
create table order_consent (
  order_id bigint not null references shop_order,
  product_id text not null references product,
  kind text not null check (kind in ('one-year-liability', 'known-defect')),
  text bilingual not null,
  version text not null check (version <> ''),
  given_at timestamptz not null default now(),
  primary key (order_id, product_id, kind)
);
create trigger order_consent_stays before update or delete on order_consent for each row execute function refuse();

-- A defect that a buyer must know of and agree to before ordering.
create table product_defect (
  product_id text primary key references product,
  text bilingual not null,
  changed_at timestamptz not null default now()
);

create table order_status_change (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null default now()
);
create index order_status_change_order on order_status_change (order_id, id);
create trigger order_status_change_stays before update or delete on order_status_change
  for each row execute function refuse();
create trigger shop_order_stays before delete on shop_order for each row execute function refuse();
create trigger order_line_stays before delete on order_line for each row execute function refuse();

create function keep_order() returns trigger language plpgsql as $$
declare
  step text;
begin
  if new.status <> old.status then
    select event into step from order_step where from_status = old.status and to_status = new.status;
    if step is null then
      raise exception 'an order cannot go from % to %', old.status, new.status
        using errcode = 'check_violation', constraint = 'order_step';
    end if;
    insert into order_status_change (order_id, event, from_status, to_status)
      values (new.id, step, old.status, new.status);
  end if;
  if (new.number, new.token, new.submission, new.placed_at, new.total_cents, new.goods_cents, new.shipping_cents)
    is distinct from (old.number, old.token, old.submission, old.placed_at, old.total_cents, old.goods_cents, old.shipping_cents) then
    raise exception 'what was ordered is not changed afterwards' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger shop_order_keep before update on shop_order for each row execute function keep_order();
