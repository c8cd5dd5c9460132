alter table collect_targets
  -- a person wants it to be left alone for now; null: it is read
  add column paused_at timestamptz;
