-- The level of the last notice: few credits are left, or none.
alter table message_credits rename column told to notified_level;
