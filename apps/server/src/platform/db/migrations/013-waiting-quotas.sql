-- Strangers must not push out what waits: each address has its own bounds, and what was acknowledged is not thrown away.
alter table loggers
  -- The address from which a logger was first heard as visitors are counted: IPv4, or an IPv6 /64.
  add column counted_address text not null default '',
  -- One of the first of its address: it never gives way to others.
  add column is_sheltered boolean not null default false;
alter table waiting_records add column counted_address text not null default '';

-- What waits already was acknowledged.
update loggers set is_sheltered = true where plant_id is null;
create index loggers_strangers on loggers (counted_address) where plant_id is null;
