-- A try is written down before it leaves. Whose end nobody stored stays unknown; where a repetition would appear twice, so does its sending.
alter table message_tries drop constraint message_tries_outcome_check,
  add constraint message_tries_outcome_check check (outcome in ('sent', 'later', 'refused', 'gone', 'unknown'));
alter table message_sendings drop constraint message_sendings_state_check,
  add constraint message_sendings_state_check check (state in ('waiting', 'sent', 'failed', 'dropped', 'unknown'));
