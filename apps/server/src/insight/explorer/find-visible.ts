import { Refusal } from '@heliograph/domain/errors.ts'
import type { FormerModules } from '@heliograph/domain/former-modules.ts'
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

export type Viewer = Holder & Readonly<{ isAdmin: boolean }>
export type VisiblePlant = Readonly<{
  plantId: number
  name: string
  zone: string
  capacityWp: number
  formerModules: readonly FormerModules[]
  rights: readonly string[]
}>

/** Rights that platform support has on plants whose owner lets it in. */
const ofSupport: readonly PlantRight[] = ['viewPlantInfo', 'viewPlantDevice']

/** Those of these plants that the viewer may see in any way, with the rights on each, in one statement. */
export async function findVisible(
  db: Db,
  viewer: Viewer,
  plantIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, VisiblePlant>> {
  if (plantIds.length === 0) return new Map()
  const mine =
    viewer.organizationId === null
      ? sql`m.user_id = ${viewer.userId}`
      : sql`m.organization_id = ${viewer.organizationId}`
  const helps = viewer.isAdmin && viewer.organizationId === null ? sql`p.auth_open` : sql`false`
  const { rows } = await sql<{
    id: number
    name: string
    zone: string
    capacity_wp: number
    former_modules: readonly FormerModules[]
    rights: string[] | null
  }>`
    select p.id, p.name, p.zone, p.capacity_wp, p.former_modules, m.rights from plants p
      left join plant_holders m on m.plant_id = p.id and ${mine}
        and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
    where p.id = any(${[...plantIds]}::bigint[]) and (m.plant_id is not null or ${helps})`.execute(db.kysely)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        plantId: row.id,
        name: row.name,
        zone: row.zone,
        capacityWp: row.capacity_wp,
        formerModules: row.former_modules,
        rights: row.rights ?? ofSupport,
      },
    ]),
  )
}

/** @throws Refusal NOT_FOUND for a plant that the viewer does not hold, NO_PERMISSION without the right on it */
export function requireOn(plants: ReadonlyMap<number, VisiblePlant>, plantId: number, right: PlantRight): VisiblePlant {
  const plant = plants.get(plantId)
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  if (!plant.rights.includes(right)) throw new Refusal('NO_PERMISSION')
  return plant
}
