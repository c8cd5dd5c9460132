-- A logger that takes the place of another one: the claim waits with it, and the new one remembers it, so that it can be taken back.
alter table logger_claims add column replaces bigint;
alter table loggers add column replaced jsonb;
-- A device in its new place keeps its former row for as long as the new one is silent.
alter table device_serials add column former jsonb;
