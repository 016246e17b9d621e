-- Each row of the ledger says by which rule it was taxed, and what it owes to another member state: the one-stop shop
-- declares that by state and rate. Rows of before say neither: theirs stands with the line of the order.
alter table ledger_exit
  add column tax_rule text check (tax_rule in
    ('gold', 'margin-export', 'margin', 'export', 'intra-community', 'destination', 'domestic')),
  -- as with the line of the order: whose VAT it is, or where the piece goes
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column tax_per_mille smallint check (tax_per_mille between 0 and 400),
  -- of distance sales taxed at their destination; tax_cents is German VAT alone
  add column destination_net_cents int not null default 0,
  add column destination_tax_cents int not null default 0,
  add constraint tax_rule_whole check (num_nonnulls(tax_rule, tax_country, tax_per_mille) in (0, 3)),
  add constraint destination_of_distance_sales check (tax_rule = 'destination'
    or (destination_net_cents = 0 and destination_tax_cents = 0));
