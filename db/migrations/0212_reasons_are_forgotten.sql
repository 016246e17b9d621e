-- What staff say of why an appointment is cancelled or forced may be about somebody: it is forgotten with them, and the
-- record of changes, which stays, says only that there was something.
drop trigger appointment_recorded on appointment;
create trigger appointment_recorded after insert or update or delete on appointment
  for each row execute function record_change('appointment', 'id', '', 'name', 'email', 'phone', 'about', 'note', 'token',
    'cancel_reason', 'forced_because');
