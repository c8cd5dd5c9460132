-- Wrong claims to be a registered logger, by the network that they came from: an IPv4 address, an IPv6 /64, /56 and /48,
-- or all private networks. A row is of no use a day after its last one.
create table logger_guesses (
  network text primary key,
  misfits integer not null,
  last_at timestamptz not null
);
create index logger_guesses_last on logger_guesses (last_at);
-- The network by which records that nothing proves are bounded, and whether the device in them is one of the plant whose
-- counters go on: a stranger has no such records, so his never take their room.
alter table undecoded_payloads
  add column sender_network text not null default '',
  add column is_likely boolean not null default false;
