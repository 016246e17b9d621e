-- The list of mails by recipient and by kind, either way and at any page: by number alone, which stands in these beside all that
-- it is asked by; the mails themselves, which are wide, are read for the page that is shown.
create index mail_outbox_by_recipient on mail_outbox (lower(recipient), id desc) include (recipient, kind) where erased_at is null;
create index mail_outbox_by_kind on mail_outbox (kind, id) where erased_at is null;
-- The former begins as this one did.
drop index mail_outbox_of_recipient;
