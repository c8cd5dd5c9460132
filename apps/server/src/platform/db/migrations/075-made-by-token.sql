-- What a personal access token made for others to use ends with the token: schedules, their recipients, links to screens.
-- null: made by the person.
alter table export_schedules add column access_token_id bigint references access_tokens (id) on delete cascade;
alter table report_recipients add column access_token_id bigint references access_tokens (id) on delete cascade;
alter table screen_links add column access_token_id bigint references access_tokens (id) on delete cascade;
create index export_schedules_token on export_schedules (access_token_id) where access_token_id is not null;
create index report_recipients_token on report_recipients (access_token_id) where access_token_id is not null;
create index screen_links_token on screen_links (access_token_id) where access_token_id is not null;
