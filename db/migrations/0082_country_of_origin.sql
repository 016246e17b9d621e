-- Written by `npm run attributes` from app/shop/catalogue/attributes.
alter table product add column country_of_origin text check (country_of_origin in ('switzerland', 'germany', 'austria', 'france', 'italy', 'united-kingdom', 'denmark', 'usa', 'japan', 'south-africa'));
insert into search_column (name, reading, field) values ('country_of_origin', 'term', 'country-of-origin')
  on conflict (name) do update set reading = excluded.reading, field = excluded.field;
select put_search_term('country-of-origin', 'austria', 'Österreich österreichisch österreichischer Austria Austrian');
select put_search_term('country-of-origin', 'denmark', 'Dänemark dänisch dänische dänischer Denmark Danish');
select put_search_term('country-of-origin', 'france', 'Frankreich französisch französische französischer France French');
select put_search_term('country-of-origin', 'germany', 'Deutschland deutsch deutsche deutscher deutsches German Germany');
select put_search_term('country-of-origin', 'italy', 'Italien italienisch italienische italienischer Italy Italian');
select put_search_term('country-of-origin', 'japan', 'Japan japanisch japanische japanischer Japanese');
select put_search_term('country-of-origin', 'south-africa', 'Südafrika südafrikanisch');
select put_search_term('country-of-origin', 'switzerland', 'Schweiz Schweizer schweizerisch Swiss Switzerland');
select put_search_term('country-of-origin', 'united-kingdom', 'Großbritannien England englisch englische englischer britisch britischer UK English British');
select put_search_term('country-of-origin', 'usa', 'USA Amerika amerikanisch amerikanische amerikanischer America American');
