import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { type PlantRight, type PlantRole, rightsOfRole } from '@heliograph/domain/permissions.ts'
import { type PlantRecord, usualPlantParts } from '@heliograph/domain/plant-record.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { settleNow } from '../fleet/now/now.ts'
import { addPlant } from '../fleet/plants/plants.ts'
import { append, type DeviceMeta } from '../fleet/telemetry/telemetry.ts'
import { type AppDeps, createApp } from '../http/app.ts'
import type { LiveHub } from '../http/live-hub.ts'
import { createLiveTopics, type LiveTopics } from '../http/live-topics.ts'
import { addUser, signIn } from '../people/accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import { createTestDatabase } from './database.ts'
import { createTestServices, type TestServices } from './services.ts'

export type TestApp = Readonly<{
  db: Db
  services: TestServices
  app: FastifyInstance
  topics: LiveTopics
  liveHub: LiveHub<number>
  /** The server's clock, UTC ms. */
  clock: { nowMs: number }
  close: () => Promise<void>
}>

/** The whole HTTP side on its own database, with every reply checked against the contract. */
export async function createTestApp(
  nowMs: number,
  deps: Partial<Omit<AppDeps, 'services' | 'topics'>> & {
    services?: Partial<TestServices>
    liveHub?: LiveHub<number>
  } = {},
): Promise<TestApp> {
  const { db, drop } = await createTestDatabase()
  const clock = { nowMs }
  const log = pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' })
  const { liveHub: plants, ...given } = deps
  const gaps = { plantGapMs: 20, holdingGapMs: 20 }
  const topics = createLiveTopics({ db, now: () => clock.nowMs, log, ...gaps, ...(plants ? { plants } : {}) })
  const services = createTestServices(deps.services)
  const app = createApp({
    db,
    log,
    topics,
    publicUrl: 'http://localhost',
    loggerPort: 10_000,
    now: () => clock.nowMs,
    checkReplies: true,
    credentialsPerMinute: 10_000,
    publicPerMinute: 10_000,
    unitsPerMinute: 0,
    ...given,
    services,
  })
  await app.ready()
  return {
    db,
    services,
    app,
    topics,
    liveHub: topics.plants,
    clock,
    close: async () => {
      await app.close()
      topics.close()
      await drop()
    },
  }
}

export const TEST_PASSWORD = 'Walrus-27-tusks'

/** Adds a user and a session token. */
export async function addTestUser(
  { db, clock }: TestApp,
  account: string,
  isAdmin = false,
): Promise<{ userId: number; token: string }> {
  const userId = await addUser(db, { account, password: TEST_PASSWORD, isAdmin })
  const options = {
    account,
    password: TEST_PASSWORD,
    keep: true,
    nowMs: clock.nowMs,
    address: account,
    userAgent: 'test',
  }
  return { userId, token: (await signIn(db, options)).token }
}

export const testPlant: PlantRecord = {
  ...usualPlantParts,
  name: 'Lindenhof',
  type: 'HOUSE_ROOF',
  gridType: 'BATTERY_BACKUP',
  capacityWp: 10_000,
  latitudeDeg: 52.5,
  longitudeDeg: 13.4,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  pricePerKwh: 0.25,
}

export const addTestPlant = (db: Db, ownerId: number, plant: Partial<PlantRecord> = {}): Promise<number> =>
  addPlant(db, { userId: ownerId, organizationId: null }, { ...testPlant, ...plant })

export async function addMember(
  db: Db,
  plantId: number,
  userId: number,
  role: PlantRole,
  rights: readonly PlantRight[] = rightsOfRole[role],
): Promise<void> {
  await db.kysely
    .insertInto('plant_members')
    .values({ plant_id: plantId, user_id: userId, role, rights: [...rights] })
    .execute()
}

export type TestDevice = Readonly<{
  type?: DeviceType
  serial?: string
  profileId?: string
  quantities: readonly QuantityId[]
  flows?: readonly Flow[]
  ratedW?: number | null
  loggerSerial?: number | null
  createdAtMs?: number
  texts?: Readonly<Record<string, string>>
}>

let devicesMade = 0

/** Adds a device as ingest would. */
export async function addTestDevice(db: Db, plantId: number, device: TestDevice): Promise<DeviceMeta> {
  const { zone } = await db.kysely
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow()
  devicesMade += 1
  const serial = device.serial ?? `TEST${devicesMade}`
  const flows = device.flows ?? ['generation']
  const ratedW = device.ratedW ?? Number.POSITIVE_INFINITY
  const rule = { ratedW, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1 }
  const { id } = await db.kysely
    .insertInto('devices')
    .values({
      plant_id: plantId,
      logger_id: await loggerIdOf(db, device.loggerSerial),
      serial,
      name: `Test ${serial}`,
      type: device.type ?? 'INVERTER',
      profile_id: device.profileId ?? 'solis-0507',
      quantities: [...device.quantities],
      flows: [...flows],
      rated_w: device.ratedW ?? null,
      texts: JSON.stringify(device.texts ?? {}) as unknown as Record<string, string>,
      created_at: new Date(device.createdAtMs ?? 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    plantId,
    deviceId: id,
    zone,
    quantities: device.quantities,
    flows,
    ruleOf: () => rule,
    sun: null,
  }
}

/** Of a Solarman logger, which is added if it is missing. */
async function loggerIdOf(db: Db, serial: number | null | undefined): Promise<number | null> {
  if (serial === null || serial === undefined) return null
  const values = { wire: 'solarman-v5', address: String(serial).padStart(8, '0') }
  await db.kysely
    .insertInto('loggers')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.kysely
    .selectFrom('loggers')
    .select('id')
    .where('wire', '=', values.wire)
    .where('address', '=', values.address)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Appends one sample per step of [fromMs, toMs). */
export async function appendSamples(
  db: Db,
  device: DeviceMeta,
  range: Readonly<{ fromMs: number; toMs: number; stepMs?: number }>,
  valuesAt: (atMs: number) => Values | undefined,
): Promise<void> {
  const samples = []
  for (let atMs = range.fromMs; atMs < range.toMs; atMs += range.stepMs ?? 300_000) {
    const values = valuesAt(atMs)
    if (values !== undefined) samples.push({ device, atMs, timeSource: 'frame' as const, values })
  }
  for (let at = 0; at < samples.length; at += 1000) await append(db, samples.slice(at, at + 1000))
}

/** What the clock job does within a second on a running server: updates the rows of the current state. */
export async function settleAll(db: Db, nowMs: number): Promise<void> {
  const plants = await db.kysely.selectFrom('plants').select('id').execute()
  await settleNow(
    db,
    plants.map(({ id }) => id),
    nowMs,
  )
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` })
