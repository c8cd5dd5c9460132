import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { ClientBase, Pool } from 'pg'

/** devices.quantities: the order of the numbers in a device's samples. It only ever grows, at its end. */
export type QuantityLists = ReadonlyMap<number, readonly QuantityId[]>

type Listed = { id: number; quantities: QuantityId[] }

export async function readQuantities(client: Pool | ClientBase, deviceIds: readonly number[]): Promise<QuantityLists> {
  const text = 'select id, quantities from devices where id = any($1::bigint[])'
  const { rows } = await client.query<Listed>(text, [deviceIds])
  return new Map(rows.map(({ id, quantities }) => [id, quantities]))
}

/**
 * Gives quantities their positions; ids that are not in the catalog are left out. Rows are locked in order, so two
 * nodes that learn at once end with one list. A deleted device is absent from the result.
 */
export async function addQuantities(
  pool: Pool,
  news: ReadonlyMap<number, ReadonlySet<QuantityId>>,
): Promise<QuantityLists> {
  const lists = new Map<number, readonly QuantityId[]>()
  for (const deviceId of [...news.keys()].sort((a, b) => a - b)) {
    const wanted = [...(news.get(deviceId) ?? [])].filter(isQuantityId)
    const { rows } = await pool.query<Listed>(
      `update devices set quantities = quantities || array(
         select id from unnest($2::text[]) with ordinality as w(id, place) where id <> all (quantities) order by place)
       where id = $1 returning id, quantities`,
      [deviceId, wanted],
    )
    for (const { id, quantities } of rows) lists.set(id, quantities)
  }
  return lists
}
