-- The last records taken from each logger, as 48-bit digests of their content, newest first. A record whose
-- acknowledgement was lost comes again with new time fields (protocols.md 2.1), so its instant does not identify it;
-- its content does. Written with the record itself; version rises with every write, so that two nodes that hear one
-- logger never overlook each other.
create table logger_records (
  serial  bigint primary key,
  version bigint not null,
  recent  bigint[] not null
) with (fillfactor = 50);
