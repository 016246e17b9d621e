-- What was changed without a record until now.

-- When somebody was last invited; by whom stands in the record of it.
alter table staff_member add column invited_at timestamptz;
