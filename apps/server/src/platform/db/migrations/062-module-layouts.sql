-- Where a plant's modules lie: groups, modules and the place of the picture behind them (domain/module-layout). Always
-- read and written as a whole; the version says whether somebody else wrote in between.
create table module_layouts (
  plant_id   bigint primary key references plants (id) on delete cascade,
  version    integer not null,
  content    jsonb not null,
  -- when the picture was added: pictures get new ids when their plant moves to another data center
  picture_at timestamptz,
  changed_at timestamptz not null,
  changed_by bigint references users (id) on delete set null
);
create index module_layouts_changed_by on module_layouts (changed_by);
