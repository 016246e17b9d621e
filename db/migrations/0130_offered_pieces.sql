-- The sitemap counts offered pieces by stock number and begins anywhere among them.
create index product_offered on product (id) where status in ('listed', 'reserved');
