-- The home that this server serves as an add-on of Home Assistant: its plant, and what was set up by itself, once. A person
-- who takes something of it back is not overruled at the next start. No reference: the number of a plant is never used again.
alter table installation
  add column home_plant_id bigint,
  add column home_connected_at timestamptz,
  add column home_history_at timestamptz,
  add column home_published_at timestamptz;
