-- Mails about an appointment or a reservation, as those of orders, withdrawals, requests and enquiries are found.
create index mail_outbox_of_appointment on mail_outbox ((payload ->> 'appointment')) where payload ? 'appointment';
create index mail_outbox_of_reservation on mail_outbox ((payload ->> 'reservation')) where payload ? 'reservation';
