-- What staff note about an order, for staff alone. A note is never changed: a better one is added.
create table order_note (
  id int generated always as identity primary key,
  order_id bigint not null references shop_order,
  text text not null check (length(btrim(text)) between 1 and 2000),
  staff_id int not null references staff_member,
  by text not null check (by <> ''),
  at timestamptz not null default now()
);
create index order_note_order on order_note (order_id, id);
create trigger order_note_stays before update on order_note for each row execute function refuse();

-- What the page of an order in the office reads, however many orders and mails there are.
create index withdrawal_answer_order on withdrawal_answer (order_id) where order_id is not null;
create index mail_outbox_of_order on mail_outbox ((payload ->> 'order'), id) where payload ? 'order';
create index money_reference on money (lower(reference) text_pattern_ops);
create index refund_open on refund (order_id) where done_at is null and withdrawn_at is null;
