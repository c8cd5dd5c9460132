-- The pieces that words are sought by: side by side instead of overlapping, and none of two letters where there are three. Fewer
-- lists of the index are read; what has all pieces apart from each other is left out by the words themselves.
create function sought_pieces(words text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(w.folded) < 3 then search_pieces(words) else array(
    select distinct substr(w.folded, least(i, length(w.folded) - 2), 3)
    from generate_series(1, length(w.folded), 3) i) end
  from (select lower(words) as folded) w
$$;
