-- A node of the version before counts without open warnings: its rows are refused, and the next node counts.
alter table fleet_sums alter column alarmed drop default;
update fleet_holders set is_counted = false;
