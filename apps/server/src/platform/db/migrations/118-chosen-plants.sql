-- An access token may be limited to plants. null: all of its person; a plant that is removed stays in the list, which so
-- never becomes one of all.
alter table access_tokens add column plant_ids bigint[];
