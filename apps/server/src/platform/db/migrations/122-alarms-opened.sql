-- The alarms of the last weeks of a fleet are found without reading those of earlier years (alarms/alarm-trend.ts).
create index alarms_opened on alarms (opened_at);
