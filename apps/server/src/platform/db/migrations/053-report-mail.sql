-- Reports and exports by mail: each year too, to people without an account, with the file attached.
alter table export_schedules
  drop constraint export_schedules_every_check,
  add constraint export_schedules_every_check check (every in ('day', 'week', 'month', 'year')),
  -- the file in the email, where it is small enough
  add column attaches boolean not null default true,
  -- the person may have unsubscribed, and others still get it
  add column mails_owner boolean not null default true;
-- Sent at once to the person alone.
alter table plant_exports add column is_test boolean not null default false;

create table report_recipients (
  id           bigint generated always as identity primary key,
  schedule_id  bigint not null references export_schedules (id) on delete cascade,
  address      text not null,
  language     text not null,
  asked_at     timestamptz not null,
  confirmed_at timestamptz,
  -- unsubscribed
  ended_at     timestamptz,
  unique (schedule_id, address)
);
create index report_recipients_address on report_recipients (address);
