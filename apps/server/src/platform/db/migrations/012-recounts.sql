-- A plant's history counted anew from its samples: the last time or the one under way.
create table recounts (
  plant_id    bigint primary key references plants (id) on delete cascade,
  -- how often it was asked for, and how many of these the last complete run knew: they differ while work is left
  asked       integer not null default 1,
  counted     integer not null default 0,
  state       text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done        integer not null default 0,
  total       integer not null default 0,
  asked_at    timestamptz not null default now(),
  finished_at timestamptz
);
create index recounts_due on recounts (asked_at) where state in ('queued', 'running');

-- What was counted by older rules is counted anew.
insert into recounts (plant_id) select distinct plant_id from device_latest;

-- A device that was taken out of its plant with its history kept. It is back as soon as a logger reports it again.
alter table devices add column removed_at timestamptz;

-- What modules look like that nobody described is said in the contract alone.
alter table plants alter column azimuth_deg drop default, alter column tilt_deg drop default;
