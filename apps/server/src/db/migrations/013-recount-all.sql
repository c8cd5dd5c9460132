-- Histories that were counted by older rules (version 1 of device_latest.open) are counted anew at the next start.
insert into recounts (plant_id)
  select distinct l.plant_id from device_latest l join plants p on p.id = l.plant_id
  where length(l.open) > 0 and get_byte(l.open, 0) = 1
  on conflict (plant_id) do update set asked = recounts.asked + 1, state = 'queued';
