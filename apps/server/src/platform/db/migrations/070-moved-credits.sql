-- What was left at another data center comes along when an account moves or merges.
alter table message_credit_entries drop constraint message_credit_entries_kind_check,
  add constraint message_credit_entries_kind_check check (kind in ('sent', 'returned', 'topUp', 'moved'));
