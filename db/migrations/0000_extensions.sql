-- Search by similar spelling and without accents, combined indexes, and secrets made in the database.
-- All four are "trusted": the owner of a database may create them without being a superuser.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
create extension if not exists pgcrypto;
