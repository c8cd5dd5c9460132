-- Wrong tries of a code by the place from which they came, so that a stranger's do not void it for its reader.
alter table verification_codes add column failed_at jsonb not null default '{}';
