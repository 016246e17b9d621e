-- Which writing of a draft this is: one member may type in two windows, and each names the writing that it knows. It is
-- no counter: a draft that was dropped and begun anew never has a number that somebody still knows.
alter table piece_draft add column revision uuid not null default gen_random_uuid();
