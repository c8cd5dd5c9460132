import type { CounterHistory } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { isZone } from '@heliograph/domain/time.ts'
import { addBroker, listBrokers, renewBrokerAccess } from '../../delivery/mqtt-out/mqtt-out.ts'
import { addPlant, editPlant, getFacts, type Recounts } from '../../fleet/plants/plants.ts'
import { importHistory, type TargetDesk, type TargetView } from '../../intake/collect/collect.ts'
import type { ImportOrders } from '../../intake/imports/imports.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { thisServer } from '../../platform/file-reader/file-reader.ts'
import { ensureHouseAccount } from './enter.ts'
import { estimateCapacityWp } from './estimate-capacity.ts'
import type { HomeConfig, MqttService, Supervisor } from './supervisor.ts'

/** Entities of Home Assistant say by themselves what changed; one reading a minute is stored. */
const POLL_SECONDS = 60
/** Until the best hour of its history says more. */
const USUAL_WP = 10_000
/** Until a battery is found. */
const USUAL_GRID = 'EXCESS' as const
const DISCOVERY_PREFIX = 'homeassistant'

export type HomeDesks = Readonly<{
  db: Db
  supervisor: Supervisor
  targets: Pick<TargetDesk, 'probe' | 'add' | 'history' | 'list'>
  historyImports: ImportOrders
  recounts: Pick<Recounts, 'ask'>
  log: Pick<Log, 'info' | 'warn'>
  now: () => number
  /** The first run since the server started: sources that the home got meanwhile are added. */
  isStart: boolean
}>

type Home = Readonly<{
  plantId: number
  owner: Readonly<{ userId: number; organizationId: null; organizationRole: null }>
}>

/**
 * Sets up the home of an add-on without a question, each step once: an account for the owner of Home Assistant, a plant
 * where Home Assistant says that it stands, the way in from its energy settings with the years that it has kept, and the
 * way out to its broker. Safe to run again: what is not there yet (energy settings, a broker) is waited for, and what a
 * person took back stays away.
 */
export async function connectHome(desks: HomeDesks): Promise<void> {
  const home = await step(desks, 'plant', () => findOrAddPlant(desks))
  if (home === undefined) return
  await step(desks, 'way in', () => connectWayIn(desks, home))
  await step(desks, 'history', () => importYears(desks, home))
  await step(desks, 'broker', () => publish(desks, home))
}

/** A step that fails is tried again at the next run; the others go on. */
async function step<T>({ log }: HomeDesks, name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Refusal ? `${error.code} ${JSON.stringify(error.detail ?? {})}` : reasonOf(error)
    log.warn({ step: name, reason }, 'the home of Home Assistant is not set up yet')
    return undefined
  }
}

const readState = ({ db }: HomeDesks) =>
  db.kysely
    .selectFrom('installation')
    .select(['home_plant_id', 'home_connected_at', 'home_history_at', 'home_published_at'])
    .executeTakeFirstOrThrow()

type Mark = 'home_connected_at' | 'home_history_at' | 'home_published_at'
const mark = ({ db, now }: HomeDesks, name: Mark) =>
  db.kysely
    .updateTable('installation')
    .set({ [name]: new Date(now()) })
    .execute()

/** undefined: its plant was removed, or is no longer a person's own. */
async function findOrAddPlant(desks: HomeDesks): Promise<Home | undefined> {
  const { home_plant_id: known } = await readState(desks)
  const plantId = known ?? (await addHome(desks))
  const owner = await desks.db.kysely
    .selectFrom('plant_members')
    .select('user_id')
    .where('plant_id', '=', plantId)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return owner && { plantId, owner: { userId: owner.user_id, organizationId: null, organizationRole: null } }
}

async function addHome({ db, supervisor, log, now }: HomeDesks): Promise<number> {
  const config = await supervisor.readHome()
  const people = await supervisor.listUsers()
  const person = people.find(({ isOwner }) => isOwner) ?? people.find(({ isAdmin }) => isAdmin)
  if (person === undefined) throw new Error('Home Assistant names no owner')
  const { country } = config
  const options = { person, country, language: languageOf(config), nowMs: now() }
  const userId = await db.transaction((transaction) => ensureHouseAccount(transaction, options))
  // The process may have ended before it noted the plant.
  const known = await db.kysely
    .selectFrom('plant_members')
    .select('plant_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('plant_id')
    .executeTakeFirst()
  const plantId = known?.plant_id ?? (await addPlant(db, { userId, organizationId: null }, toPlant(config)))
  await db.kysely.updateTable('installation').set({ home_plant_id: plantId }).execute()
  log.info({ plantId }, 'the home of Home Assistant has a plant')
  return plantId
}

const languageOf = ({ language }: HomeConfig): LanguageCode => {
  const [code = ''] = language.toLowerCase().split('-')
  return isLanguage(code) ? code : 'en'
}

const toPlant = (config: HomeConfig) => ({
  ...usualPlantParts,
  name: cleanLine(config.location_name, 100) || 'Home Assistant',
  type: 'HOUSE_ROOF' as const,
  gridType: USUAL_GRID,
  capacityWp: USUAL_WP,
  latitudeDeg: config.latitude,
  longitudeDeg: config.longitude,
  altitudeM: Math.round(config.elevation),
  country: config.country,
  zone: isZone(config.time_zone) ? config.time_zone : 'UTC',
  currency: config.currency === '' ? 'EUR' : config.currency,
})

/** undefined: a person removed it. */
async function findTarget({ targets, supervisor }: HomeDesks, plantId: number): Promise<TargetView | undefined> {
  const { address, port } = supervisor.config
  return (await targets.list(plantId)).find(
    (target) => target.way === 'home-assistant' && target.host === address && target.port === port,
  )
}

async function connectWayIn(desks: HomeDesks, { plantId, owner }: Home): Promise<void> {
  const { home_connected_at: connectedAt } = await readState(desks)
  const { targets, supervisor, log } = desks
  const known = connectedAt === null ? undefined : await findTarget(desks, plantId)
  if (connectedAt !== null && (known === undefined || !desks.isStart)) return
  const { address: host, port, token } = supervisor.config
  const settings = { token, isSupervisor: true }
  const all = await targets.probe({ plantId, way: 'home-assistant', host, port, settings })
  const found = all.filter(({ serial }) => !known?.devices.some((device) => device.serial === serial))
  // Its energy settings are still empty, or as they were.
  if (found.length === 0) return
  await targets.add({
    plantId,
    userId: owner.userId,
    offers: found.map(({ offer }) => offer),
    name: 'Home Assistant',
    pollSeconds: POLL_SECONDS,
  })
  if (found.some(({ model }) => model.startsWith('battery'))) await showBattery(desks, plantId)
  if (connectedAt === null) await mark(desks, 'home_connected_at')
  log.info({ devices: found.length }, 'Home Assistant is read')
}

/** A plant without a storage system has no battery on its page. */
async function showBattery({ db, recounts, now }: HomeDesks, plantId: number): Promise<void> {
  const { gridType } = await getFacts(db, plantId)
  if (gridType === USUAL_GRID) await editPlant(db, recounts, plantId, { gridType: 'BATTERY_BACKUP' }, { nowMs: now() })
}

async function importYears(desks: HomeDesks, { plantId, owner: { userId } }: Home): Promise<void> {
  const { home_connected_at: connectedAt, home_history_at: historyAt } = await readState(desks)
  if (connectedAt === null || historyAt !== null) return
  const { db, targets, now } = desks
  const target = await findTarget(desks, plantId)
  if (target !== undefined) {
    const histories = await targets.history({ plantId, targetId: target.id })
    await learnCapacity(desks, plantId, histories)
    const options = { plantId, userId, histories, name: 'Home Assistant', nowMs: now() }
    // Noted before: years that are missing can be asked for on the page, years that came twice count twice.
    await mark(desks, 'home_history_at')
    await importHistory(db, desks.historyImports, options, thisServer).catch(async (error: unknown) => {
      // A young home has kept none.
      if (error instanceof Refusal && error.detail?.reason === 'noHistory') return
      await db.kysely.updateTable('installation').set({ home_history_at: null }).execute()
      throw error
    })
  } else await mark(desks, 'home_history_at')
}

/** Nobody was asked how large the plant is: its best hour says it, unless a person did. */
async function learnCapacity(
  { db, recounts, now }: HomeDesks,
  plantId: number,
  histories: readonly CounterHistory[],
): Promise<void> {
  const capacityWp = estimateCapacityWp(histories, USUAL_WP)
  const { capacityWp: before, planes } = await getFacts(db, plantId)
  if (capacityWp === undefined || before !== USUAL_WP || planes.length > 0) return
  await editPlant(db, recounts, plantId, { capacityWp }, { nowMs: now() })
}

/** A broker that is installed later is found later; one whose password changed is entered again. */
async function publish(desks: HomeDesks, { plantId, owner }: Home): Promise<void> {
  const { home_published_at: publishedAt } = await readState(desks)
  const { db, supervisor, log, now } = desks
  const service = await supervisor.readMqtt()
  if (service === undefined) return
  const known = (await listBrokers(db, owner)).find(({ host, port }) => host === service.host && port === service.port)
  if (publishedAt === null) {
    if (known === undefined) await addBroker(db, owner, { ...toBroker(service), plantIds: [plantId] }, now())
    await mark(desks, 'home_published_at')
    log.info({ host: service.host }, 'the plant is published at the broker of Home Assistant')
  } else if (known !== undefined) await renewBrokerAccess(db, owner, known, toBroker(service), now())
}

const toBroker = ({ host, port, ssl, username, password }: MqttService) => ({
  host,
  port,
  isTls: ssl,
  user: username,
  password: password ?? '',
  prefix: DISCOVERY_PREFIX,
})
