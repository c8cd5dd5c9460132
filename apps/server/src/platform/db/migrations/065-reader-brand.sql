-- The brand that a person used last: its host, or key@host where the address named it (branding/reader-brand.ts).
alter table users add column visit text not null default '';
