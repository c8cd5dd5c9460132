-- Plants near a place, nearest first (plants/neighbors.ts).
create index plants_place on plants using gist (point(longitude, latitude));
