-- What is so now, as rows: written with the samples (now/react.ts) and by the clock (now/clock.ts), read by lists, pages and
-- the live stream. Every key leads with plant_id and nothing refers to another plant (Citus, docs/adr/0004).

-- What outlives a sample: its status, and what was learnt. Newest values stand in device_latest, so that an ordinary sample
-- writes nothing here.
create table device_now (
  plant_id     bigint not null,
  device_id    bigint not null,
  -- what the device itself reports, kept until it says otherwise
  fault_kind   text,
  fault_code   text,
  fault_since  timestamptz,
  -- no power in full sun: since when, for how much sunlit time, and whether that is long enough
  idle_since   timestamptz,
  idle_lit_s   integer not null default 0,
  is_idle      boolean not null default false,
  -- learnt: elevation of the sun at its first and last record of a day, degrees; from how many mornings
  wake_deg     double precision,
  doze_deg     double precision,
  mornings     smallint not null default 0,
  status       text not null default 'waiting',
  presence     text not null default 'waiting',
  reason       jsonb not null default '{}',
  status_since timestamptz not null default now(),
  primary key (plant_id, device_id)
);

create table plant_now (
  plant_id         bigint primary key,
  pv_w             double precision,
  inverter_w       double precision,
  micro_w          double precision,
  grid_w           double precision,
  battery_w        double precision,
  load_w           double precision,
  load_is_derived  boolean not null default false,
  generator_w      double precision,
  ups_w            double precision,
  soc_percent      double precision,
  unaccounted_w    double precision,
  last_at          timestamptz,
  -- of the slowest logger
  interval_s       integer not null default 300,
  -- sum of the accepted generation of the plant's own date
  today            date,
  today_wh         double precision,
  -- sum of the devices' own lifetime counters
  counter_total_wh double precision,
  status           text not null default 'waiting',
  -- place in the order from the worst status to the best (domain/status.ts)
  status_rank      smallint not null default 4,
  -- null: nothing to say, all is well
  reason           jsonb default '{"kind":"noLogger","count":0,"total":0,"group":"device","sinceMs":null,"devices":[],"code":null}',
  status_since     timestamptz not null default now(),
  device_count     integer not null default 0,
  silent_count     integer not null default 0,
  fault_count      integer not null default 0,
  -- the clock looks again then, sooner rather than later; -infinity: plant, devices or loggers changed, all is read anew
  next_change_at   timestamptz not null default '-infinity',
  -- another one with every write: a node that kept what it wrote last sees that nobody wrote since
  version          bigint not null default 0
) with (fillfactor = 80);
create index plant_now_next on plant_now (next_change_at);
create index plant_now_rank on plant_now (status_rank, plant_id);

-- Filled by the clock when the server starts.
insert into plant_now (plant_id) select id from plants;

-- Whoever writes plants, devices or loggers, by whatever way, marks the plant's row: no writer can forget it.
create function mark_plant(id bigint) returns void language sql as $$
  update plant_now set version = version + 1, next_change_at = '-infinity' where plant_id = id
$$;

create function plant_was_added() returns trigger language plpgsql as $$
begin
  insert into plant_now (plant_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger now_plant_added after insert on plants for each row execute function plant_was_added();

create function plant_was_removed() returns trigger language plpgsql as $$
begin
  delete from device_now where plant_id = old.id;
  delete from plant_now where plant_id = old.id;
  return null;
end $$;
create trigger now_plant_removed after delete on plants for each row execute function plant_was_removed();

create function plant_was_changed() returns trigger language plpgsql as $$
begin
  perform mark_plant(new.id);
  return null;
end $$;
create trigger now_plant_changed after update on plants for each row
  when ((old.zone, old.latitude, old.longitude, old.altitude_m, old.capacity_wp, old.azimuth_deg, old.tilt_deg, old.grid_type)
    is distinct from
    (new.zone, new.latitude, new.longitude, new.altitude_m, new.capacity_wp, new.azimuth_deg, new.tilt_deg, new.grid_type))
  execute function plant_was_changed();

create function part_of_plant_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.plant_id is not null then perform mark_plant(old.plant_id); end if;
  if tg_op <> 'DELETE' and new.plant_id is not null and (tg_op = 'INSERT' or old.plant_id is distinct from new.plant_id) then
    perform mark_plant(new.plant_id);
  end if;
  return null;
end $$;
create trigger now_device_came_or_went after insert or delete on devices for each row
  execute function part_of_plant_changed();
create trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id))
  execute function part_of_plant_changed();
create trigger now_logger_came_or_went after insert or delete on loggers for each row
  execute function part_of_plant_changed();
create trigger now_logger_changed after update on loggers for each row
  when ((old.plant_id, old.interval_minutes) is distinct from (new.plant_id, new.interval_minutes))
  execute function part_of_plant_changed();
