import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import { pino } from 'pino'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/db/log.ts'
import { createReactions } from '../../../reactions.ts'
import { giveLoggers } from '../../../testing/give-loggers.ts'
import {
  type AckClock,
  createIngest,
  type Ingest,
  type IngestSettings,
  type LoggerServerSettings,
  openPolled,
  openReadings,
  openSolarman,
  type PolledDesk,
  type ReadingsDesk,
  type SolarmanSource,
} from '../ingest.ts'
import { connectLogger, type LoggerClient } from './logger-client.ts'

export const silent = pino({ level: 'silent' })

/** Noon of the day on which the recorded frames were sent. */
export const recordedAtMs = Date.parse('2021-03-12T12:00:00Z')

export type Scene = Readonly<{
  ingest: Ingest
  readings: ReadingsDesk
  polled: PolledDesk
  foreignPeers: SolarmanSource['foreignPeers']
  flushForwards: SolarmanSource['flushForwards']
  port: number
  tlsPort: number | undefined
  clock: { nowMs: number }
  /** Log lines so far. */
  lines: readonly Readonly<{ what: string; about: Record<string, unknown> }>[]
  /** @param ca connects to the encrypted port */
  connect: (localAddress?: string, ca?: string) => Promise<LoggerClient>
  close: () => Promise<void>
}>

/** An ingest with a listener on the test's own database, and a clock that the test sets. */
export async function openScene(
  db: Db,
  options: Readonly<{
    settings?: Partial<IngestSettings>
    server?: Partial<LoggerServerSettings>
    nowMs?: number
    ackClock?: Pick<AckClock, 'read' | 'hear'>
    append?: typeof telemetry.append
  }> = {},
): Promise<Scene> {
  const clock = { nowMs: options.nowMs ?? recordedAtMs }
  const lines: { what: string; about: Record<string, unknown> }[] = []
  const note = (about: Record<string, unknown>, what: string): void => void lines.push({ what, about })
  const log = { ...silent, debug: note, info: note, warn: note, error: note } as unknown as Log
  const ingest = createIngest({
    db,
    telemetry: { append: options.append ?? telemetry.append },
    reactions: createReactions(() => clock.nowMs),
    now: () => clock.nowMs,
    log,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  await ingest.start()
  const { ackClock } = options
  const settings = { host: '127.0.0.1', port: 0, ...options.server }
  const solarman = await ingest.open(openSolarman({ settings, ...(ackClock && { ackClock }) }))
  const readings = await ingest.open(openReadings)
  const polled = await ingest.open(openPolled)
  const server = solarman.ports()
  const clients = new Set<LoggerClient>()
  return {
    ingest,
    readings,
    polled,
    foreignPeers: solarman.foreignPeers,
    flushForwards: solarman.flushForwards,
    port: server.port,
    tlsPort: server.tlsPort,
    clock,
    lines,
    connect: async (localAddress, ca) => {
      const client = await connectLogger(ca && server.tlsPort ? server.tlsPort : server.port, localAddress, ca)
      clients.add(client)
      return client
    },
    close: async () => {
      await Promise.all([...clients].map((client) => client.end()))
      await ingest.close()
    },
  }
}

export async function addPlant(db: Db, zone = 'Europe/London', capacityWp = 5_000): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     values ('Roof', 'HOUSE_ROOF', 'EXCESS', $2, 51, 0, $1, 'GBP', 180, 20) returning id`,
    [zone, capacityWp],
  )
  return rows[0]?.id ?? 0
}

export async function register(db: Db, plantId: number, ...serials: readonly number[]): Promise<void> {
  await giveLoggers(db, plantId, serials)
}

export type SampleRow = {
  serial: string
  at: Date
  values: (number | null)[]
  quantities: string[]
  time_source: number
}

export async function samplesOf(db: Db, plantId: number): Promise<readonly SampleRow[]> {
  const { rows } = await db.pool.query<SampleRow>(
    `select d.serial, s.at, s.values, d.quantities, s.time_source & 3 as time_source from samples s join devices d on d.id = s.device_id
     where s.plant_id = $1 order by s.at, d.serial`,
    [plantId],
  )
  return rows
}

export const quantityOf = (row: SampleRow | undefined, quantity: string): number | null =>
  row?.values[row.quantities.indexOf(quantity)] ?? null

/** A logger whose frames have real counters. */
export function createStick(serial: number, deviceSerial = `SN${serial}`, profileId = 'solis-0507') {
  const profile = findProfileById(profileId)
  if (profile === undefined) throw new Error(`No profile ${profileId}`)
  let seqLogger = 0
  let recordCounter = 0
  const frame = (type: number, payload: Uint8Array, seqServer = 0): V5Frame => {
    seqLogger = (seqLogger + 1) & 0xff
    return { type, seqServer, seqLogger, loggerSerial: serial, payload }
  }
  return {
    frame,
    /** A new record, or a repetition with the given `recordCounter`. */
    data: (
      atMs: number,
      values: Values = {},
      more: Readonly<{
        time?: TimeFields
        buffered?: boolean
        recordCounter?: number
        offsetS?: number
        clockMs?: number
      }> = {},
    ): V5Frame => {
      recordCounter = more.recordCounter ?? (recordCounter + 1) & 0xffff
      const time = more.time ?? timeOf(atMs, more.offsetS)
      const at = new Date(more.clockMs ?? atMs)
      const deviceClock = {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      }
      const header = { time, recordCounter, buffered: more.buffered ?? false }
      const content = { deviceSerial, values: { acPowerW: 1_000, generationTotalWh: 5_000, ...values }, deviceClock }
      return frame(frameTypes.data, encodeRecord(profile, header, content))
    },
  }
}

const RUNNING_S = 100_000
/** Time fields of a logger that has run for `runningS` before the recorded noon. */
export const timeOf = (atMs: number, offsetS?: number): TimeFields => {
  const sinceS = Math.round((atMs - recordedAtMs) / 1000)
  const totalS = (RUNNING_S + sinceS) >>> 0
  return { totalS, poweronS: (5_000 + sinceS) >>> 0, offsetS: offsetS ?? Math.round(atMs / 1000) - totalS }
}

/** Waits for a state, not for a time. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise(setImmediate)
}
