import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { ClientBase, Pool } from 'pg'
import { runClientTransaction } from '../../platform/db/transaction.ts'

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
  const deviceIds = [...news.keys()]
  const wanted = deviceIds.map((id) => JSON.stringify([...(news.get(id) ?? [])].filter(isQuantityId)))
  return await runClientTransaction(pool, async (client) => {
    await client.query('select from devices where id = any($1::bigint[]) order by id for no key update', [deviceIds])
    const { rows } = await client.query<Listed>(
      `update devices d set quantities = d.quantities || array(
         select w.id from jsonb_array_elements_text(e.wanted) with ordinality as w (id, place)
         where w.id <> all (d.quantities) order by w.place)
       from unnest($1::bigint[], $2::jsonb[]) as e (id, wanted) where d.id = e.id returning d.id, d.quantities`,
      [deviceIds, wanted],
    )
    return new Map(rows.map(({ id, quantities }) => [id, quantities]))
  })
}
