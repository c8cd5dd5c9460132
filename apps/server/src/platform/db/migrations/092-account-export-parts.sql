-- Archives of accounts are made and kept as the files of plants are: in parts in the database, not in a folder that all nodes share.
alter table account_exports
  add column rows    bigint,
  -- the code of the refusal that ended it
  add column failure text;
create table account_export_parts (
  export_id bigint not null references account_exports (id) on delete cascade,
  part      integer not null,
  bytes     bytea not null,
  primary key (export_id, part)
);
-- compressed already
alter table account_export_parts alter column bytes set storage external;

-- Their files are in the former folder, which the server removes: whoever has one may order it again this year.
update account_exports set state = 'failed' where state = 'ready';
