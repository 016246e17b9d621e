-- Mails of some days are counted without reading mails, which are wide: their moment, with what it is made of.
create index mail_outbox_by_moment on mail_outbox ((coalesce(sent_at, created_at))) include (sent_at, created_at, kind)
  where erased_at is null;
