-- The terms and privacy texts that a person accepted when the account was opened: {at, system, texts: [{type, link}]}.
-- null: there was no text to accept, or the account is older than this record.
alter table users add column accepted_texts jsonb;
