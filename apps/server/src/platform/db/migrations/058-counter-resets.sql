-- The few days on which a counter began anew: rules on kept facts ask for them each minute.
create index plant_days_resets on plant_days (day) where resets > 0;
