-- The contact and the bounds of alarms cross the wire in the words of the product: their rows of the log, and what an undo
-- puts back, follow.
update audit_log set
  detail = (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(detail::text,
    '"ownerName(\.before)?":', '"owner\1":', 'g'),
    '"ownerCompany(\.before)?":', '"company\1":', 'g'),
    '"contactPhone(\.before)?":', '"phone\1":', 'g'),
    '"contactEmail(\.before)?":', '"email\1":', 'g'),
    '"customerNumber(\.before)?":', '"ownNumber\1":', 'g'),
    '"meteringPoint(\.before)?":', '"gridPoint\1":', 'g'),
    '"exportLimitPower(\.before)?":', '"exportLimitW\1":', 'g'),
    '"nominalVoltage(\.before)?":', '"nominalV\1":', 'g'))::jsonb,
  undo = (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(undo::text,
    '"ownerName(\.before)?":', '"owner\1":', 'g'),
    '"ownerCompany(\.before)?":', '"company\1":', 'g'),
    '"contactPhone(\.before)?":', '"phone\1":', 'g'),
    '"contactEmail(\.before)?":', '"email\1":', 'g'),
    '"customerNumber(\.before)?":', '"ownNumber\1":', 'g'),
    '"meteringPoint(\.before)?":', '"gridPoint\1":', 'g'),
    '"exportLimitPower(\.before)?":', '"exportLimitW\1":', 'g'),
    '"nominalVoltage(\.before)?":', '"nominalV\1":', 'g'))::jsonb
where call in ('POST /maintain-s/station/{id}/contact', 'POST /maintain-s/station/{id}/config/alarms');
