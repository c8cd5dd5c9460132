-- Production that is shown as 0 W: below a threshold, and while the sun is down. Energies never follow it.
alter table plants add column zero_below_w double precision check (zero_below_w >= 0),
  add column zero_at_night boolean not null default false;

create trigger now_plant_zero_changed after update on plants for each row
  when ((old.zero_below_w, old.zero_at_night) is distinct from (new.zero_below_w, new.zero_at_night))
  execute function plant_was_changed();
