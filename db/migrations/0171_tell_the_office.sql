-- The office shows what waits as it changes (app/platform/database/channels.ts): told once a transaction, with no contents.
create function tell_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work_changed', '');
  return null;
end $$;
create trigger shop_order_work after insert or update on shop_order for each statement execute function tell_work();
create trigger sell_request_work after insert or update on sell_request for each statement execute function tell_work();
create trigger contact_message_work after insert or update or delete on contact_message
  for each statement execute function tell_work();
create trigger withdrawal_work after insert on withdrawal for each statement execute function tell_work();
create trigger withdrawal_answer_work after insert on withdrawal_answer for each statement execute function tell_work();
create trigger refund_work after insert or update on refund for each statement execute function tell_work();
create trigger theft_check_work after insert or update or delete on theft_check
  for each statement execute function tell_work();
create trigger metal_price_waiting_work after insert or update on metal_price_waiting
  for each statement execute function tell_work();
-- Only what fails, or no longer does: every order has mails.
create trigger mail_outbox_work after update on mail_outbox for each row
  when (old.last_error is distinct from new.last_error or old.given_up_at is distinct from new.given_up_at
    or old.withdrawn_at is distinct from new.withdrawn_at)
  execute function tell_work();

-- Whoever is signed out, or has another role, hears nothing more on what is open.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('work_changed', 'sessions');
  return null;
end $$;
create trigger staff_session_work after update on staff_session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end();
create trigger staff_member_work after update on staff_member for each row
  when (old.role <> new.role or old.disabled_at is distinct from new.disabled_at) execute function tell_session_end();
create trigger mail_outbox_failed_work after insert on mail_outbox for each row
  when (new.last_error is not null or new.given_up_at is not null) execute function tell_work();
