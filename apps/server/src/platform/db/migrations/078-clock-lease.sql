-- Which node starts what the clock says, and until when. Its time is the database's.
create table clock_lease (
  only_row boolean primary key default true check (only_row),
  holder uuid not null,
  -- Rises with each change of the holder: what an earlier one still writes is refused.
  generation bigint not null,
  held_until timestamptz not null,
  -- When a run of the clock ended last, on any node.
  ran_at timestamptz
);

create function assert_clock_lead(expected bigint) returns void language plpgsql stable as $$
begin
  if not exists (select 1 from clock_lease where generation = expected) then
    raise exception 'another node leads the clock now' using errcode = 'HG001';
  end if;
end $$;
