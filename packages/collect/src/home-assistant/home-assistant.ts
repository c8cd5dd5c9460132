import { entitiesIn, type HaItem, type HaSource, readPrefs } from '@heliograph/devices/reads/home-assistant/prefs.ts'
import { readSource } from '@heliograph/devices/reads/home-assistant/read-source.ts'
import { createHaStates } from '@heliograph/devices/reads/home-assistant/states.ts'
import { readStatistics } from '@heliograph/devices/reads/home-assistant/statistics.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Candidate, CounterHistory, Heard, Io, Opened, Target, Tell, Way } from '../way.ts'
import { type HaSession, openSession } from './session.ts'
import { type HaSettings, readSettings } from './settings.ts'

/** Entities change one after the other: what changes within this time is one reading. */
const GATHER_MS = 1_000
/** A state that does not change is told again, so that the device is not taken for silent. */
const REPEAT_MS = MINUTE_MS
/** Entities that a Heliograph publishes there over MQTT: read back, they would be counted twice. */
const PUBLISHED = /^mqtt heliograph_[0-9a-f]{8}_[pd]\d+_/

/** Home Assistant: its energy settings name the roles and the signs, its entities are live. */
export const homeAssistant: Way = {
  id: 'home-assistant',
  ports: [8123, 443],
  secrets: ['token'],
  readSettings,
  probe: async (settings, io) => {
    const session = await openSession(settings as HaSettings, io)
    try {
      const named = readPrefs(await session.call('energy/get_prefs'))
      const instance = await readInstance(session)
      const entities = await readRegistry(session)
      const isOwn = (entity: string): boolean => PUBLISHED.test(entities.byEntity.get(entity) ?? '')
      const sources = named.filter((source) => !entitiesIn([source]).some(isOwn))
      return sources.map((source): Candidate => {
        const names = Object.fromEntries(
          entitiesIn([source]).flatMap((entity) => {
            const found = entities.byEntity.get(entity)
            return found === undefined ? [] : [[entity, found]]
          }),
        )
        return {
          key: source.key,
          maker: 'Home Assistant',
          model: source.key,
          serial: `${instance.serial}-${source.key.replace(' ', '-')}`,
          ...(instance.version !== '' && { firmware: instance.version }),
          confidence: 0.9,
          why: 'model',
          ...(source.role && { role: source.role }),
          opens: { source, serial: instance.serial, names, ...fingerprintOf(session) } satisfies Opens,
        }
      })
    } finally {
      session.close('found')
    }
  },
  open: openTarget,
  history: readHistory,
}

/** `names`: the platform and its own id of each entity, which stay when the owner renames it. */
type Opens = Readonly<{
  source: HaSource
  serial: string
  names: Readonly<Record<string, string>>
  fingerprint?: string
}>

const fingerprintOf = (session: HaSession): Pick<Opens, 'fingerprint'> => {
  const fingerprint = session.fingerprint()
  return fingerprint === undefined ? {} : { fingerprint }
}

async function readInstance(session: HaSession): Promise<Readonly<{ serial: string; version: string }>> {
  const config = ((await session.call('get_config')) ?? {}) as Readonly<Record<string, unknown>>
  const version = typeof config.version === 'string' ? config.version.slice(0, 20) : ''
  const name = typeof config.location_name === 'string' ? config.location_name : ''
  const serial = `ha-${name}`.replace(/[^\x21-\x7e]/g, '-').slice(0, 40)
  return { serial, version }
}

type Registry = Readonly<{ byEntity: ReadonlyMap<string, string>; byName: ReadonlyMap<string, string> }>

/** Entities by their current name, and by platform and own id. */
async function readRegistry(session: HaSession): Promise<Registry> {
  const list = await session.call('config/entity_registry/list').catch(() => [])
  const byEntity = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const row of Array.isArray(list) ? (list as unknown[]) : []) {
    const { entity_id: entity, platform, unique_id: own } = (row ?? {}) as Readonly<Record<string, unknown>>
    if (typeof entity !== 'string' || typeof platform !== 'string' || own === undefined) continue
    const name = `${platform} ${String(own)}`.slice(0, 300)
    byEntity.set(entity, name)
    byName.set(name, entity)
  }
  return { byEntity, byName }
}

/** The source with the names that its entities have now. */
function rename({ source, names }: Opens, { byName }: Registry): HaSource {
  const now = (entity: string): string => byName.get(names[entity] ?? '') ?? entity
  const move = ({ quantity, plus, minus }: HaItem): HaItem => ({
    quantity,
    plus: plus.map(now),
    ...(minus && { minus: minus.map(now) }),
  })
  return { ...source, items: source.items.map(move) }
}

const withFingerprint = (settings: unknown, devices: readonly Candidate[]): HaSettings => {
  const { fingerprint } = (devices[0]?.opens ?? {}) as Partial<Opens>
  return { ...(fingerprint !== undefined && { fingerprint }), ...(settings as HaSettings) }
}

async function openTarget({ settings, devices }: Target, io: Io, tell: Tell): Promise<Opened> {
  const session = await openSession(withFingerprint(settings, devices), io)
  let cancel = (): void => {}
  try {
    const registry = await readRegistry(session)
    const sources = devices.map(({ key, model, opens }) => ({
      key,
      model,
      opens: opens as Opens,
      source: rename(opens as Opens, registry),
    }))
    const entities = entitiesIn(sources.map(({ source }) => source))
    const states = createHaStates(entities)
    const changed = new Set<string>()
    const lastHeardMs = new Map(sources.map(({ key }) => [key, io.clock.now()]))
    const isDue = (key: string): boolean => io.clock.now() - (lastHeardMs.get(key) ?? 0) >= REPEAT_MS
    const tellChanged = (): void => {
      for (const { key, model, opens, source } of sources) {
        const own = entitiesIn([source])
        if (!isDue(key) && !own.some((entity) => changed.has(entity))) continue
        lastHeardMs.set(key, io.clock.now())
        const decoded = readSource(source, states, { serial: opens.serial, name: model })
        if (decoded === undefined) tell.asleep(key)
        else
          tell.heard({
            deviceKey: key,
            decoded,
            raw: Buffer.from(JSON.stringify(own.map((entity) => [entity, states.get(entity)]))),
          } satisfies Heard)
      }
      changed.clear()
    }
    let isWaiting = false
    const gather = (): void => {
      if (isWaiting) return
      isWaiting = true
      cancel()
      cancel = io.clock.after(GATHER_MS, () => {
        isWaiting = false
        tellChanged()
        repeat()
      })
    }
    /** Of each source by itself: another one that changes all the time does not keep it silent. */
    const repeat = (): void => {
      cancel()
      const firstMs = Math.min(...lastHeardMs.values()) + REPEAT_MS
      cancel = io.clock.after(Math.max(1, firstMs - GATHER_MS - io.clock.now()), gather)
    }
    await session.subscribe('subscribe_entities', { entity_ids: entities }, (event) => {
      const touched = states.apply(event)
      for (const entity of touched) changed.add(entity)
      if (touched.length > 0) gather()
    })
    void session.ended.then(() => cancel())
    return { isSingle: false, ended: session.ended, close: () => session.close('closed') }
  } catch (error) {
    session.close('failed')
    throw error
  }
}

/** Home Assistant keeps statistics since August 2021. */
const FIRST_MS = Date.parse('2021-08-01T00:00:00Z')
/** A year of hours in one reply has a few MiB. */
const WINDOW_MS = 366 * DAY_MS

/** The hours of every counter that the sources name. @throws Error when Home Assistant cannot be asked */
async function readHistory({ settings, devices }: Target, io: Io, untilMs: number): Promise<readonly CounterHistory[]> {
  const session = await openSession(withFingerprint(settings, devices), io)
  try {
    const registry = await readRegistry(session)
    const histories: CounterHistory[] = []
    for (const { opens } of devices) {
      const source = rename(opens as Opens, registry)
      const ids = source.items.filter(({ quantity }) => quantity.endsWith('TotalWh')).flatMap(({ plus }) => plus)
      const rows: Record<string, unknown[]> = {}
      for (let fromMs = FIRST_MS; fromMs < untilMs && ids.length > 0; fromMs += WINDOW_MS) {
        const reply = await session.call('recorder/statistics_during_period', {
          start_time: new Date(fromMs).toISOString(),
          end_time: new Date(Math.min(untilMs, fromMs + WINDOW_MS)).toISOString(),
          statistic_ids: ids,
          period: 'hour',
          types: ['sum'],
          units: { energy: 'kWh' },
        })
        for (const id of ids) {
          const part = (reply as Readonly<Record<string, unknown>> | null)?.[id]
          if (Array.isArray(part)) rows[id] = [...(rows[id] ?? []), ...(part as unknown[])]
        }
      }
      const history = readStatistics(source, rows)
      if (history) histories.push(history)
    }
    return histories
  } finally {
    session.close('read')
  }
}
