-- The stored samples may show an earlier start of the fault than the row says: late samples came, or the fault has just begun.
alter table device_now add column fault_look boolean not null default false;
update device_now set fault_look = true where fault_since is not null;
create index device_now_fault_look on device_now (plant_id, device_id) where fault_look;
