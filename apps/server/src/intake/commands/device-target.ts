import { findRegisterMap } from '@heliograph/devices/catalog/registry.ts'
import type { RegisterMap } from '@heliograph/devices/reads/register-map/register-map.ts'
import { type SourceId, toSourceId } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Wires } from '../ingest/ingest.ts'

/** Permission by the owner: nothing, to read, or to read and set. */
export const permissions = ['off', 'read', 'write'] as const
export type Permission = (typeof permissions)[number]

/** A device that may be asked: through which logger, and by which registers. */
export type DeviceTarget = Readonly<{
  plantId: number
  deviceId: number
  loggerId: number
  source: SourceId
  permission: Permission
  /** How many inputs and phases it has at most, by its profile's quantities. */
  mpptCount: number
  phaseCount: number
  map: RegisterMap
}>

/** Why a device cannot be asked. */
export type Unreachable = 'off' | 'noMap' | 'noLine'

/** @throws Refusal NOT_FOUND */
export async function findTarget(
  db: Db,
  wires: Pick<Wires, 'hasLine'>,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
): Promise<DeviceTarget | Unreachable> {
  const row = await db.kysely
    .selectFrom('devices as d')
    .innerJoin('plants as p', 'p.id', 'd.plant_id')
    .leftJoin('loggers as l', 'l.id', 'd.logger_id')
    .select(['d.profile_id', 'd.quantities', 'd.logger_id', 'p.commands', 'l.wire', 'l.address', 'l.plant_id as home'])
    .where('d.id', '=', deviceId)
    .where('d.plant_id', '=', plantId)
    .where('d.removed_at', 'is', null)
    .executeTakeFirstOrThrow(notFound)
  if (row.commands === 'off') return 'off'
  const map = findRegisterMap(row.profile_id)
  if (map === undefined) return 'noMap'
  // The logger may be at another plant by now, whose owner allowed nothing.
  const { logger_id: loggerId, wire, address, home } = row
  if (loggerId === null || wire === null || address === null || home !== plantId || !wires.hasLine(wire))
    return 'noLine'
  const inputs = row.quantities.filter((quantity) => /^pv\d+VoltageV$/.test(quantity)).length
  const phases = row.quantities.filter((quantity) => /^(ac|grid)\d+VoltageV$/.test(quantity)).length
  return {
    plantId,
    deviceId,
    loggerId,
    source: toSourceId({ wire, address }),
    permission: row.commands,
    mpptCount: inputs > 0 ? inputs : 4,
    phaseCount: phases > 0 ? phases : 3,
    map,
  }
}

/** The items of a device: those that it lacks are left out. */
export const itemsOf = ({ map, mpptCount, phaseCount }: DeviceTarget) =>
  map.items.filter(({ needs }) => (needs?.mppt ?? 0) <= mpptCount && (needs?.phases ?? 0) <= phaseCount)
