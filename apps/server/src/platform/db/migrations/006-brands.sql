-- What a visiting host shows instead of the default brand: any part of it (branding/brand.ts checks it when read).
create table brands (
  host text primary key check (host = lower(host)),
  data jsonb not null check (jsonb_typeof(data) = 'object')
);
