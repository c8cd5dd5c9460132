-- What a plant covers of its roof or ground; null: unknown.
alter table plants add column floor_area_m2 double precision check (floor_area_m2 > 0);
