-- How loggers of each wire come to a plant (domain/ownership.ts). The server writes its wires when it starts; rows of loggers
-- whose wire is not here belong to a newer version.
create table wires (
  id        text primary key,
  ownership text not null check (ownership in ('claimed', 'posted', 'paired'))
);
insert into wires (id, ownership) values ('solarman-v5', 'claimed'), ('readings', 'posted');
