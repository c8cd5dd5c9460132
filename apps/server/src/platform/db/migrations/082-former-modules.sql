-- What modules a plant had before (domain/former-modules.ts): old days keep the capacity that they had.
alter table plants add column former_modules jsonb not null default '[]';
