-- An estimate binds nobody: whoever agreed to one, has an appointment or a label may still be told that we do not buy. A final
-- offer binds us while it is open, and is not called off.
insert into sell_step (from_status, event, to_status, actor) values
  ('estimated', 'turn-down', 'declined', 'staff'),
  ('accepted', 'turn-down', 'declined', 'staff'),
  ('appointment', 'turn-down', 'declined', 'staff'),
  ('label_sent', 'turn-down', 'declined', 'staff');
