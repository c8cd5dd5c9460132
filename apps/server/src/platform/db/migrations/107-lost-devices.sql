-- Devices that this server reads and that moved, or closed their port (intake/collect/lost-devices.ts).
alter table collect_targets
  -- of the run before: the longest unseen comes first
  add column watched_at    timestamptz not null default '-infinity',
  -- since when nothing is read; survives a restart of the node that reads
  add column failing_since timestamptz,
  add column sought_at     timestamptz,
  -- the address before, where it was found again by its serial number
  add column moved_from    text,
  -- ports that took a connection while it worked, and as seen last while it fails
  add column open_before   integer[],
  add column open_at       timestamptz,
  add column open_now      integer[];
