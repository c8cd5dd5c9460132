import { acceptedUnits, toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type Fields, isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import type { Guess, MqttDevice, MqttFact, MqttMessage } from './message.ts'
import { readTemplate, type Template } from './template.ts'

const MOST_CHARS = 64 * 1024
const MOST_ENTITIES = 2_000
/** An id may carry a name of a component, and a topic its base. */
const LONGEST_NAME = 512

type Entity = Readonly<{
  id: string
  label: string | undefined
  device: MqttDevice
  topic: string
  template: Template | undefined
  unit: string
  guess: Guess | undefined
  /** The topic and payload by which its device says that it is gone. */
  offline: MqttMessage | undefined
}>

export type Discovery = Readonly<{
  /** Keeps what a configuration announces; false: the message is none. */
  note: (message: MqttMessage) => boolean
  /** Topics that the announced entities speak on. */
  topics: () => readonly string[]
  read: (message: MqttMessage) => readonly MqttFact[]
}>

/**
 * Entities that programs announce for Home Assistant: `<prefix>/<component>/[<node>/]<object>/config`, and the device form with
 * all its components. An empty payload takes an entity back.
 */
export function createDiscovery(prefix = 'homeassistant'): Discovery {
  const entities = new Map<string, Entity>()
  const byTopic = new Map<string, Set<string>>()
  const offlineBy = new Map<string, Readonly<{ payload: string; ids: Set<string> }>>()
  const remove = (id: string): void => {
    const found = entities.get(id)
    if (found === undefined) return
    entities.delete(id)
    byTopic.get(found.topic)?.delete(id)
    if (byTopic.get(found.topic)?.size === 0) byTopic.delete(found.topic)
    const watched = found.offline?.topic ?? ''
    offlineBy.get(watched)?.ids.delete(id)
    if (offlineBy.get(watched)?.ids.size === 0) offlineBy.delete(watched)
  }
  const add = (entity: Entity): void => {
    remove(entity.id)
    if (entities.size >= MOST_ENTITIES) return
    entities.set(entity.id, entity)
    byTopic.set(entity.topic, (byTopic.get(entity.topic) ?? new Set()).add(entity.id))
    if (entity.offline === undefined) return
    const { topic, payload } = entity.offline
    offlineBy.set(topic, { payload, ids: (offlineBy.get(topic)?.ids ?? new Set()).add(entity.id) })
  }
  return {
    note: ({ topic, payload }) => {
      if (!topic.startsWith(`${prefix}/`) || !topic.endsWith('/config')) return false
      const [component = '', ...rest] = topic.slice(prefix.length + 1, -'/config'.length).split('/')
      const id = [component, ...rest].join('/')
      if (payload === '') {
        for (const known of [...entities.keys()]) if (known === id || known.startsWith(`${id}#`)) remove(known)
        return true
      }
      const body = parseBoundedJson(payload, MOST_CHARS)
      if (!isFields(body)) return true
      const base = textOf(body, '~')
      if (component === 'device') {
        const parts = fieldsOf(body, 'components', 'cmps')
        for (const [name, part] of Object.entries(parts ?? {}).slice(0, 200)) {
          const fields: Fields = isFields(part) ? { ...body, ...part } : {}
          if (textOf(fields, 'platform', 'p') !== 'sensor') continue
          const entity = toEntity(`${id}#${name}`, fields, base)
          if (entity) add(entity)
        }
        return true
      }
      if (component !== 'sensor') return true
      const entity = toEntity(id, body, base)
      if (entity) add(entity)
      return true
    },
    topics: () => [...byTopic.keys(), ...offlineBy.keys()],
    read: ({ topic, payload }) => {
      const offline = offlineBy.get(topic)
      if (offline !== undefined && payload === offline.payload)
        return [...offline.ids].flatMap((id) => {
          const entity = entities.get(id)
          return entity ? [{ device: entity.device, gone: 'all' as const }] : []
        })
      return [...(byTopic.get(topic) ?? [])].flatMap((id) => {
        const entity = entities.get(id)
        return entity ? readEntity(entity, payload) : []
      })
    },
  }
}

function readEntity({ device, id, label, template, unit, guess }: Entity, payload: string): readonly MqttFact[] {
  const value = readTemplate(template, payload)
  // unavailable, unknown and None are no numbers.
  if (value === undefined) return []
  if (guess === undefined) return [{ device, name: id, value, unit, ...(label !== undefined && { label }) }]
  const base = toBaseUnit(value, unit, getQuantity(guess.quantity).unit)
  return base === undefined ? [] : [{ device, quantity: guess.quantity, value: guess.isTurned ? -base : base }]
}

function toEntity(id: string, fields: Fields, base: string | undefined): Entity | undefined {
  const stated = textOf(fields, 'state_topic', 'stat_t')
  const unit = textOf(fields, 'unit_of_measurement', 'unit_of_meas')
  if (stated === undefined || unit === undefined) return undefined
  const topic = withBase(stated, base)
  if (id.length > LONGEST_NAME || !isOneTopic(topic)) return undefined
  const about = fieldsOf(fields, 'device', 'dev') ?? {}
  const ids = about.identifiers ?? about.ids
  const [own] = Array.isArray(ids) ? (ids as unknown[]) : [ids]
  const serial = clean(textOf(about, 'serial_number', 'sn') ?? (typeof own === 'string' ? own : id))
  const name = textOf(about, 'name')
  const model = textOf(about, 'model', 'mdl')
  const maker = textOf(about, 'manufacturer', 'mf') ?? ''
  const words = [textOf(fields, 'name'), textOf(fields, 'unique_id', 'uniq_id'), id].join(' ').toLowerCase()
  const owner = [name, model, maker].join(' ').toLowerCase()
  const guess = guessOf(words, owner, unit, textOf(fields, 'state_class', 'stat_cla') ?? '')
  const isInverter = generating.test(owner) || guess?.quantity.startsWith('generation') === true
  return {
    id,
    label: textOf(fields, 'name')?.slice(0, 100),
    topic,
    unit,
    guess,
    offline: offlineOf(fields),
    template: textOf(fields, 'value_template', 'val_tpl'),
    device: {
      key: `ha ${typeof own === 'string' ? own : id}`.slice(0, 200),
      serial: serial.slice(0, 64),
      type: isInverter ? 'INVERTER' : 'OTHER_TYPE',
      maker: maker.slice(0, 60),
      ...(model !== undefined && { model: model.slice(0, 60) }),
      ...(name !== undefined && { name: name.slice(0, 100) }),
      ...(isInverter && { role: 'generation' }),
    },
  }
}

function offlineOf(fields: Fields): MqttMessage | undefined {
  const topic = textOf(fields, 'availability_topic', 'avty_t')
  if (topic === undefined || !isOneTopic(topic)) return undefined
  return { topic, payload: textOf(fields, 'payload_not_available', 'pl_not_avail') ?? 'offline' }
}

const isOneTopic = (topic: string): boolean => topic.length <= LONGEST_NAME && !/[#+]/.test(topic)

const generating = /invert|solar|\bpv\b|photovolt|wechselrichter|micro|onduleur|omvormer/

/**
 * The quantity of an entity, where its words leave no doubt; the sign of a battery or a grid is always in doubt, so the owner
 * states it.
 */
/** Stated, set, expected or of another time: not what is measured now. */
const notMeasured =
  /rated|nominal|limit|\bmax|\bmin\b|peak|set ?point|forecast|predict|estimat|expect|remaining|tomorrow|yesterday|average|nenn|soll|prognose|morgen|gestern/

function guessOf(words: string, owner: string, unit: string, stateClass: string): Guess | undefined {
  const isUnit = (base: keyof typeof acceptedUnits): boolean => Object.hasOwn(acceptedUnits[base], unit)
  const makesPower = generating.test(owner)
  const is = (quantity: QuantityId): Guess => ({ quantity, unit })
  if (notMeasured.test(`${words} ${owner}`)) return undefined
  const [, n] = /\b(?:pv|dc|string|mppt)[ _]?([1-4])\b/.exec(words) ?? []
  if (isUnit('W')) {
    if (/batter|akku|grid|netz|load|consum|house|verbrauch|import|export|phase|\bl[123]\b/.test(words)) return undefined
    if (n !== undefined) return is(`pv${Number(n) as 1}PowerW`)
    if (/\b(pv|dc)[ _]?power|power[ _]?dc|input[ _]?power/.test(words)) return is('pvPowerW')
    return makesPower && /power|leistung|pac/.test(words) ? is('acPowerW') : undefined
  }
  if (isUnit('Wh')) {
    if (
      /batter|akku|grid|netz|load|consum|house|verbrauch|import|export|week|month|year|hour|woche|monat|jahr|stunde/.test(
        words,
      )
    )
      return undefined
    if (!makesPower) return undefined
    const isToday = /today|daily|day|heute|tag/.test(words)
    if (n !== undefined) return is(`pv${Number(n) as 1}${isToday ? 'TodayWh' : 'TotalWh'}`)
    if (isToday) return is('generationTodayWh')
    return /total|lifetime|gesamt/.test(words) || stateClass === 'total_increasing'
      ? is('generationTotalWh')
      : undefined
  }
  if (isUnit('%') && /\bsoc\b|state of charge/.test(words.replaceAll('_', ' '))) return is('batterySocPercent')
  if (isUnit('Hz')) return makesPower ? is('acFrequencyHz') : is('gridFrequencyHz')
  return undefined
}

const withBase = (topic: string, base: string | undefined): string =>
  base === undefined ? topic : topic.replace(/^~/, base).replace(/~$/, base)

const clean = (text: string): string => text.replace(/[^\x21-\x7e]/g, '-')

function textOf(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof value === 'string' && value !== '' && value.length <= 512) return value
  }
  return undefined
}

function fieldsOf(fields: Fields, ...names: readonly string[]): Fields | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (isFields(value)) return value
  }
  return undefined
}
