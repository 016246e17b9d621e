-- Appointments about several pieces, and those that are a call by video. To the release before, such a call is a viewing of its
-- first piece: it stays of that kind.
alter table appointment
  -- what is looked at beside piece_id, in the order in which it was chosen
  add column more_pieces text[] not null default '{}' check (cardinality(more_pieces) <= 4),
  add column by_video boolean not null default false check (not by_video or kind = 'viewing'),
  -- opens the call; whoever comes is sent it, nobody else
  add column video_link text check (length(video_link) between 9 and 500);

-- As before, and the link is recorded no more than the name: that it was changed, not what it was.
create or replace trigger appointment_recorded after insert or update or delete on appointment
  for each row execute function record_change('appointment', 'id', '', 'name', 'email', 'phone', 'about', 'note', 'token',
    'cancel_reason', 'forced_because', 'video_link');
