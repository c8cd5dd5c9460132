-- The clock reads the whole table, which takes milliseconds. An index here made each second sample write three index entries,
-- because a changed key cannot stay on its page.
drop index plant_now_next;
