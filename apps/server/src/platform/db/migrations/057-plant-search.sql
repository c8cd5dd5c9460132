-- Search in the list of plants without a scan. Pieces of two and three letters of name and address, in a GIN index over an
-- array: it needs no extension, which a database of the operator's own may lack, and finds words of two Chinese signs.
create function search_pieces(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(w.folded, i, n)), '{}')
  from (select lower(words) as folded) w, generate_series(2, 3) n, generate_series(1, length(w.folded) - n + 1) i
$$;

create table plant_search (
  plant_id bigint primary key references plants (id) on delete cascade,
  pieces   text[] not null
);

create function note_plant_search() returns trigger language plpgsql as $$
begin
  insert into plant_search values (new.id, search_pieces(new.name || E'\n' || new.address))
    on conflict (plant_id) do update set pieces = excluded.pieces;
  return null;
end $$;
create trigger search_plant_added after insert on plants for each row execute function note_plant_search();
create trigger search_plant_changed after update of name, address on plants for each row
  when ((old.name, old.address) is distinct from (new.name, new.address)) execute function note_plant_search();

insert into plant_search select id, search_pieces(name || E'\n' || address) from plants;
create index plant_search_pieces on plant_search using gin (pieces);

-- Serial numbers are searched by their beginning.
create index devices_serial_search on devices (lower(serial) text_pattern_ops);
create index loggers_address_search on loggers (lower(address) text_pattern_ops) where plant_id is not null;
