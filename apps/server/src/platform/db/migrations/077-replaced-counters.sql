-- Where the counters of a replaced device stop: what comes later is the new one's. null: at `until`.
alter table device_serials add column counters_from timestamptz;

-- The rules of counters have changed.
insert into recounts (plant_id) select distinct plant_id from device_latest
  on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(), state = 'queued';
