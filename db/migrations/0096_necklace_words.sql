-- Written by `npm run attributes` from app/shop/catalogue/attributes.
select put_search_term('type', 'necklaces', 'Kette Ketten Halskette Halsketten Halsband Halsbänder Collier Colliers Halsschmuck necklace necklaces chain chains choker chokers');
