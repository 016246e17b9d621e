-- What an offer says of itself in English as well: its seller reads the one of their language.
alter table sell_offer add column note_en text not null default '' check (length(note_en) <= 2000);

-- A seller may name an amount of their own for an offer they saw: a message with what they would take.
alter table sell_message add column offer_id bigint references sell_offer;
alter table sell_message add column amount_cents int check (amount_cents between 1 and 1000000000);
alter table sell_message add constraint sell_message_counter_offer
  check ((offer_id is null) = (amount_cents is null) and (amount_cents is null or sender = 'seller'));
create index sell_message_offer on sell_message (offer_id) where offer_id is not null;

-- An offer that is being written, one a request, whoever goes on with it: parsed by offer-draft.ts.
create table sell_offer_draft (
  request_id bigint primary key references sell_request,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  version int not null default 1,
  saved_by text not null check (saved_by <> ''),
  saved_at timestamptz not null default now()
);

-- Where staff look for requests by the person and what is offered, and how often somebody sold before.
create index sell_request_email on sell_request (lower(email)) where email is not null;
create index sell_request_newest on sell_request (submitted_at desc, id desc);
create index sell_request_here on sell_request (here_since) where here_since is not null;
