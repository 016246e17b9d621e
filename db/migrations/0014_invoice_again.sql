-- An order that lapsed and was cancelled on paper may come alive again by late money, with a new invoice.
drop index invoice_of_order;
-- Whether a cancellation takes back all that its invoice says; single pieces can be taken back one after the other.
alter table invoice add column whole boolean not null default true;
create unique index invoice_cancelled_once on invoice (cancels) where whole and cancels is not null;
