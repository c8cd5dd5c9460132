import type { DeviceType } from '@heliograph/domain/device.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Viewer } from './find-visible.ts'
import { plantQuantities } from './plant-quantities.ts'

/** A device, or a plant as a whole, and what can be shown of it. */
type Source = Readonly<{
  plantId: number
  plantName: string
  deviceId: number | null
  deviceName: string | null
  deviceType: DeviceType | null
  serial: string | null
  quantities: readonly QuantityId[]
}>

export type Word = Readonly<{ text: string; quantities: readonly string[] }>
export type SourceSearch = Readonly<{ words: readonly Word[]; plantId: number | undefined; page: number }>

const PAGE = 20

type Row = {
  plant_id: number
  plant_name: string
  device_id: number | null
  device_name: string | null
  type: string | null
  serial: string | null
  quantities: string[]
}

/** A page of what the viewer may see and what has all words, plant by plant: the plant as a whole, then its devices. */
export async function findSources(
  db: Db,
  viewer: Viewer,
  { words, plantId, page }: SourceSearch,
  nowMs: number,
): Promise<Readonly<{ sources: readonly Source[]; isMore: boolean }>> {
  const mine =
    viewer.organizationId === null
      ? sql`m.user_id = ${viewer.userId}`
      : sql`m.organization_id = ${viewer.organizationId}`
  const helps = viewer.isAdmin && viewer.organizationId === null
  const held = sql`select m.plant_id, m.rights from plant_holders m
    where ${mine} and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
    ${plantId === undefined ? sql`` : sql`and m.plant_id = ${plantId}`}
    ${
      helps && plantId !== undefined
        ? sql`union select id, array['viewPlantInfo', 'viewPlantDevice'] from plants
            where id = ${plantId} and auth_open
              and not exists (select from plant_holders m where m.plant_id = ${plantId} and ${mine})`
        : sql``
    }`
  const whole = sql`${[...plantQuantities]}::text[]`
  const { rows } = await sql<Row>`
    with held as (${held})
    select * from (
      select p.id as plant_id, p.name as plant_name, null::bigint as device_id, null as device_name, null as type,
        null as serial, ${whole} as quantities
      from held h join plants p on p.id = h.plant_id
      where 'viewPlantInfo' = any(h.rights) ${hasWords(words, ['p.name'], whole)}
      union all
      select p.id, p.name, d.id, d.name, d.type, d.serial, d.quantities
      from held h join plants p on p.id = h.plant_id join devices d on d.plant_id = p.id and d.standing = 'counted'
      where 'viewPlantDevice' = any(h.rights) and cardinality(d.quantities) > 0
        ${hasWords(words, ['p.name', 'd.name', 'd.serial'], sql`d.quantities`)}
    ) s order by plant_id, device_id nulls first limit ${PAGE + 1} offset ${(page - 1) * PAGE}`.execute(db.kysely)
  return { sources: rows.slice(0, PAGE).map((row) => toSource(row, words)), isMore: rows.length > PAGE }
}

function hasWords(words: readonly Word[], columns: readonly string[], quantities: ReturnType<typeof sql>) {
  return sql.join(
    words.map(({ text, quantities: named }) => {
      const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
      const found = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
      const all = [...found, ...(named.length > 0 ? [sql`${quantities} && ${[...named]}::text[]`] : [])]
      return sql`and (${sql.join(all, sql` or `)})`
    }),
    sql` `,
  )
}

/** Quantities that a word names come first. */
function toSource(row: Row, words: readonly Word[]): Source {
  const named = new Set(words.flatMap(({ quantities }) => quantities))
  const all = row.quantities.filter(isQuantityId)
  return {
    plantId: row.plant_id,
    plantName: row.plant_name,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceType: row.type as DeviceType | null,
    serial: row.serial,
    quantities: [...all.filter((id) => named.has(id)), ...all.filter((id) => !named.has(id))],
  }
}
