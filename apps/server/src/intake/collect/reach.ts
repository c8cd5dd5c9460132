import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { Candidate, Io, Way } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LineReply } from '../ingest/ingest.ts'

/** Loggers that take requests over their own connection: their wire, and how one is asked. */
export type AskedLoggers = Readonly<{
  wire: string
  ask: (address: string, rtu: Uint8Array) => Promise<LineReply>
}>

/** Agents of plants, which reach devices in their own network. */
export type AskedAgents = Readonly<{
  /** @throws Refusal NOT_FOUND for an agent of another plant, ABNORMAL agentSilent for one that is not heard */
  requireOnline: (plantId: number, agentId: number) => Promise<void>
  /** @throws Refusal PARAM_ERROR for a place where it reads nothing, ABNORMAL with the reason */
  probe: (
    agentId: number,
    place: Readonly<{ way: string; host: string; port: number; settings: unknown }>,
  ) => Promise<readonly Candidate[]>
  /** Reads a target now; resolves when it reported. @throws Refusal ABNORMAL agentSilent */
  read: (agentId: number, targetId: number) => Promise<void>
  /** Looks through a network; it says by itself how far it is. */
  scan: (agentId: number, scan: Readonly<{ network: string; scanId: number }>) => Promise<void>
}>

/** Targets are reached by a connection to an address, or over the connection that a logger keeps to this server. */
export type Reach = Readonly<{
  gate: DeviceGate
  /** Missing: no logger is asked. */
  loggers?: AskedLoggers | undefined
}>

type Place = Readonly<{ way: Pick<Way, 'isOverLogger' | 'ports'>; host: string; port: number }>

/** The part of `Io` that leads to a target. */
export const reachOf = ({ gate, loggers }: Reach, { way, host, port }: Place): Pick<Io, 'connect' | 'askLogger'> =>
  way.isOverLogger
    ? {
        connect: () => Promise.reject(new Error('offline')),
        ...(loggers && { askLogger: (rtu) => loggers.ask(host, rtu) }),
      }
    : { connect: (input) => gate.connect(host, port, input) }

/**
 * @throws Refusal as `DeviceGate.check`; PARAM_ERROR for a logger that the plant does not have, ABNORMAL commandsOff for
 *   one that its owner lets nobody ask
 */
export async function checkReach(
  db: Db,
  { gate, loggers }: Reach,
  { plantId, way, host, port }: Place & Readonly<{ plantId: number }>,
): Promise<void> {
  if (!way.isOverLogger) {
    await gate.check(host, port)
    return
  }
  const row = loggers && (await findLogger(db, loggers.wire, plantId, host))
  if (row === undefined || port !== way.ports[0])
    throw new Refusal('PARAM_ERROR', { field: 'host', reason: 'unknownHost' })
  if (row.commands === 'off') throw new Refusal('ABNORMAL', { reason: 'commandsOff' })
}

/** A logger of the plant, by its address on the wire. */
export const findLogger = (db: Pick<Db, 'kysely'>, wire: string, plantId: number, address: string) =>
  db.kysely
    .selectFrom('loggers as l')
    .innerJoin('plants as p', 'p.id', 'l.plant_id')
    .select(['l.id', 'p.commands'])
    .where('l.wire', '=', wire)
    .where('l.address', '=', address)
    .where('l.plant_id', '=', plantId)
    .executeTakeFirst()

/** A logger of a plant that can be asked over its own connection, and is not yet. */
export type AskableLogger = Readonly<{ serial: string; name: string; isAllowed: boolean }>

export async function listAskable(db: Db, wire: string, plantId: number): Promise<readonly AskableLogger[]> {
  const rows = await db.kysely
    .selectFrom('loggers as l')
    .innerJoin('plants as p', 'p.id', 'l.plant_id')
    .leftJoin('collect_targets as t', 't.logger_id', 'l.id')
    .select(['l.address', 'l.name', 'p.commands'])
    .where('l.wire', '=', wire)
    .where('l.plant_id', '=', plantId)
    .where('t.id', 'is', null)
    .orderBy('l.id')
    .limit(50)
    .execute()
  return rows.map(({ address, name, commands }) => ({ serial: address, name, isAllowed: commands !== 'off' }))
}
