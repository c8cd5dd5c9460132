import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import { type SourceId, toColumns, toSourceId } from '../../fleet/loggers/source.ts'
import { latest } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Arrival } from './arrival.ts'
import { type Agreement, agreementOf } from './device-agreement.ts'
import { type Guesses, networksOf, readGuesses } from './guesses.ts'
import type { KnownDevice, KnownDevices } from './known-devices.ts'

/** The store's knowledge of frames that prove nothing by themselves. */
export type StoredFacts = Readonly<{
  guesses: Guesses
  agreements: ReadonlyMap<Arrival, Agreement>
  /** Evidence that identifies their loggers: another node may have heard the logger itself meanwhile. */
  trusts: ReadonlyMap<SourceId, unknown>
}>

/** Four statements for all of a batch. They are the same for any claim of a frame, so their time reveals nothing. */
export function createFindings(
  db: Db,
  devices: Pick<KnownDevices, 'find' | 'peek'>,
  known: (source: SourceId) => KnownLogger,
) {
  const deviceOf = (arrival: Arrival): KnownDevice | undefined => {
    const { plant } = known(arrival.source)
    const content = arrival.record?.content
    if (plant === undefined || content === undefined || 'undecoded' in content) return undefined
    const device = devices.find(plant.id, content.deviceSerial)
    return device !== undefined && isCounted(device) ? device : undefined
  }

  const agreementsOf = async (arrivals: readonly Arrival[]): Promise<ReadonlyMap<Arrival, Agreement>> => {
    const wanted = arrivals.flatMap(({ source, record }) => {
      const { plant } = known(source)
      if (plant === undefined || record === undefined || 'undecoded' in record.content) return []
      return [{ plantId: plant.id, serial: record.content.deviceSerial }]
    })
    await devices.peek(wanted)
    const found = new Map(arrivals.map((arrival) => [arrival, deviceOf(arrival)]))
    const ids = [...new Set([...found.values()].flatMap((device) => device?.meta.deviceId ?? []))]
    const newest = await latest(db, ids)
    return new Map(
      arrivals.flatMap((arrival) => {
        const content = arrival.record?.content
        if (content === undefined || 'undecoded' in content) return []
        const device = found.get(arrival)
        const before = device && { device, latest: newest.get(device.meta.deviceId) }
        return [[arrival, agreementOf(content, before, arrival.receivedAtMs)] as const]
      }),
    )
  }

  const readTrusts = async (arrivals: readonly Arrival[]): Promise<ReadonlyMap<SourceId, unknown>> => {
    const sources = [...new Set(arrivals.map(({ source }) => source))]
    const { rows } = await db.pool.query<{ wire: string; address: string; trust: unknown }>(
      `select l.wire, l.address, l.wire_state -> 'trust' as trust
       from unnest($1::text[], $2::text[]) as e (wire, address) join loggers l using (wire, address)
       where l.wire_state ? 'trust'`,
      toColumns(sources),
    )
    return new Map(rows.map((row) => [toSourceId(row), row.trust]))
  }

  return async (arrivals: readonly Arrival[]): Promise<StoredFacts> => {
    const networks = [...new Set(arrivals.flatMap(({ sight }) => networksOf(sight?.address ?? '')))]
    const [guesses, agreements, trusts] = await Promise.all([
      readGuesses(db.pool, networks),
      agreementsOf(arrivals),
      readTrusts(arrivals),
    ])
    return { guesses, agreements, trusts }
  }
}

const isCounted = ({ isDiscarded, isHeld, isAnnounced, removedAtMs, meta }: KnownDevice): boolean =>
  !isDiscarded && !isHeld && !isAnnounced && removedAtMs === null && meta.isOnHold !== true
