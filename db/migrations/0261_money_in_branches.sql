-- In which branch money was taken or paid out. What came or went for an order that is sold or collected in a branch did so
-- there; of what was paid in a branch for an order that is sent, nobody wrote it down until now.
alter table money
  add column branch_id text references branch,
  add constraint money_of_a_till check (branch_id is null or channel in ('in-branch', 'cash', 'card'));
alter table money disable trigger money_stays;
update money m set branch_id = b.id from shop_order o join branch b on b.id = o.delivery ->> 'branchId'
  where o.id = m.order_id and m.channel in ('in-branch', 'cash', 'card');
alter table money enable trigger money_stays;
create index money_of_branch on money (branch_id, at) where branch_id is not null;
create index money_without_branch on money (at) where branch_id is null and channel in ('in-branch', 'cash', 'card');

-- A counter-entry takes back what was taken there.
create or replace function correct_money() returns trigger language plpgsql as $$
begin
  update money set corrected_at = now()
    where id = new.corrects and corrected_at is null and corrects is null and order_id = new.order_id
      and direction = new.direction and channel = new.channel and amount_cents = -new.amount_cents
      and branch_id is not distinct from new.branch_id;
  if not found then
    raise exception 'entry % of the money cannot be corrected so', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
