import { type RawBuilder, sql } from 'kysely'

/**
 * The clock of a person who has set none: that of their first plant, else of the first plant of their organizations, of
 * those that they may view for good; null without one. Both are read from the front of an index.
 * @param userId a column of the statement around it
 */
export const accountZone = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`coalesce(
  (select p.zone from plant_members h join plants p on p.id = h.plant_id
    where h.user_id = ${userId} and ${isViewed} order by h.plant_id limit 1),
  (select p.zone from organization_members o join plant_organizations h on h.organization_id = o.organization_id
    join plants p on p.id = h.plant_id where o.user_id = ${userId} and ${isViewed} order by h.plant_id limit 1))`

const isViewed = sql`h.rights @> '{viewPlantInfo}' and h.expires_at is null`
