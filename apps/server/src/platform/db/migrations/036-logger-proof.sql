alter table loggers
  -- what made it its plant's; null: by an older version, or by none (a wire without labels)
  add column proof text check (proof in ('address', 'restart', 'code', 'decision'));
