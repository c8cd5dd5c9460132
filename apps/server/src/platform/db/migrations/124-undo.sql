-- A saved setting with the values before and after it, so that it can be undone (people/audit/undo-entries.ts).
alter table audit_log add column undo jsonb, add column undone boolean not null default false;
