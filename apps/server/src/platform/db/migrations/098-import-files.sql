-- Files that people look at before they import them: an import has one or several. An undone one leaves no row.
create table import_files (
  id         bigint generated always as identity primary key,
  plant_id   bigint not null references plants (id) on delete cascade,
  user_id    bigint references users (id) on delete set null,
  -- null: only looked at; files of an import go when it is stored
  import_id  bigint references history_imports (id) on delete cascade,
  place      integer,
  name       text not null,
  content    bytea not null,
  created_at timestamptz not null
);
create index import_files_plant on import_files (plant_id, id desc);
create index import_files_import on import_files (import_id);
alter table import_files alter column content set storage external;

insert into import_files (plant_id, user_id, import_id, place, name, content, created_at)
  select plant_id, user_id, id, 0, file_name, file, created_at from history_imports
  where state in ('queued', 'running') and file is not null;
delete from history_imports where state in ('open', 'undone');
alter table history_imports drop constraint history_imports_state_check;
alter table history_imports
  add constraint history_imports_state_check check (state in ('queued', 'running', 'canceling', 'done', 'failed')),
  alter column state set default 'queued',
  add column file_names text[] not null default '{}',
  add column started_at timestamptz,
  -- records that its job has stored
  add column stored integer not null default 0;
-- How its files are read (imports/mapping.ts), in their order, and what they do with the plant's data.
update history_imports set file_names = array[file_name], mapping = jsonb_build_object(
  'files', jsonb_build_array(mapping - 'overlap'), 'between', null,
  'overlap', case mapping ->> 'overlap' when 'skip' then 'keep' else coalesce(mapping ->> 'overlap', 'keep') end);
alter table history_imports drop column file, drop column file_name;
