-- Photos at the counter are of one thing each: in a form by the thing's number there (1 to 999), in a request by the
-- place of its line, from 0. Null: of everything together, as sellers send them.
alter table sell_photo add column thing smallint check (thing between 0 and 999);
-- Ten for each: those of one thing have ten places of their own.
alter table sell_photo drop constraint sell_photo_position_check;
alter table sell_photo add constraint sell_photo_position_check check (position between 0 and 9999);
