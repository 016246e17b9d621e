-- When a refund was planned is another thing than until when it has to leave: `due_at` was the one and is the other from
-- here on (app/shop/checkout/refund-due.ts).
alter table refund add column planned_at timestamptz;
update refund set planned_at = due_at;
alter table refund
  alter column planned_at set not null,
  alter column planned_at set default now(),
  alter column due_at drop default;

-- What was planned before: 14 days after the declaration, or the day on which the goods came back where that was later,
-- without the working day that may be added at their end; anything else within three working days.
with told as (
  select r.id, r.reason, (r.planned_at at time zone 'Europe/Berlin')::date as planned,
    (select min(w.received_at) from withdrawal_answer a join withdrawal w on w.id = a.withdrawal_id
      where a.order_id = r.order_id and a.outcome = 'accepted' and a.at <= r.planned_at and a.at > settled.at) as declared,
    (select max(c.at) from order_status_change c where c.order_id = r.order_id and c.event = 'receive-return'
      and c.at <= r.planned_at and c.at > settled.at) as back
  from refund r, lateral (select coalesce(max(at), '-infinity') as at from order_status_change
    where order_id = r.order_id and event = 'refund' and at < r.planned_at) settled
), days as (
  select id, case when reason = 'withdrawal' and declared is not null
      then greatest((declared at time zone 'Europe/Berlin')::date + 14, (back at time zone 'Europe/Berlin')::date)
      else planned + (array[3, 3, 5, 5, 5, 4, 3])[extract(isodow from planned)::int] end as day
  from told
)
update refund r set due_at = ((d.day + 1)::timestamp at time zone 'Europe/Berlin') - interval '1 second'
from days d where d.id = r.id;
