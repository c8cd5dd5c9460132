-- Who may speak for a logger. By what it is known again is in wire_state, under the key "trust".
alter table loggers
  -- networks (CIDR) from which its records are believed; empty: from everywhere
  add column allowed_sources text[] not null default '{}',
  -- only networks from which believed records came before
  add column is_strict boolean not null default false,
  -- when its owner was last told of records under its serial that are not believed
  add column doubt_told_at timestamptz;
-- From where a payload came, for those that are kept raw because nothing proves that the logger sent them.
alter table undecoded_payloads add column source_address text not null default '';
create index undecoded_unproven on undecoded_payloads (logger_id, received_at) where reason = 'unproven';
