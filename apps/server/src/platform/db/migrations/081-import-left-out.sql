-- Values of an import that nothing can have measured, by column: they were left out (imports/odd-values.ts).
alter table history_imports add column left_out_values jsonb not null default '[]';
