import type { ClientBase } from 'pg'
import { msOf, readMs, readText, toArray } from './statement.ts'
import { type Book, type IsAccepted, noneAccepted } from './targets.ts'

type Asked = Pick<Book, 'device' | 'layout'>

const text = `select s.device_id, s.quantity, ${msOf('s.at')}
  from unnest($1::bigint[], $2::bigint[]) w (plant_id, device_id)
  join step_decisions s on s.plant_id = w.plant_id and s.device_id = w.device_id
  where s.decision = 'accepted'`

/** The refused rises that a person accepted, by device; a device without any is missing. */
export async function readAcceptedOf(
  client: ClientBase,
  all: readonly Asked[],
): Promise<ReadonlyMap<number, IsAccepted>> {
  if (all.length === 0) return new Map()
  const layouts = new Map(all.map(({ device, layout }) => [device.deviceId, layout]))
  const values = [toArray(all.map(({ device }) => device.plantId)), toArray([...layouts.keys()])]
  const accepted = new Map<number, Set<string>>()
  for (const [device, quantity, at] of await readText(client, text, values, 'telemetry-accepted')) {
    const deviceId = Number(device)
    const steps = accepted.get(deviceId) ?? new Set()
    const column = layouts.get(deviceId)?.indexOf.get(quantity ?? '')
    accepted.set(deviceId, steps.add(`${column} ${readMs(at ?? '')}`))
  }
  return new Map([...accepted].map(([id, steps]) => [id, (column, atMs) => steps.has(`${column} ${atMs}`)]))
}

export const readAccepted = async (client: ClientBase, asked: Asked): Promise<IsAccepted> =>
  (await readAcceptedOf(client, [asked])).get(asked.device.deviceId) ?? noneAccepted
