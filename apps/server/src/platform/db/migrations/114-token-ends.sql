-- When the access token of a device ends, where it says so: a message comes before (insight/alarms/standing-facts.ts).
alter table collect_targets add column token_ends_at timestamptz;
