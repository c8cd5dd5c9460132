import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { powerLimitsOf } from '@heliograph/domain/power-limits.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { latest } from '../telemetry/telemetry.ts'
import { hasSpoken } from './replace-device.ts'

/** good: as expected. differs: a person should look. unknown: its records do not say. */
export type Checked = Readonly<{
  check: 'model' | 'rating' | 'power' | 'sign' | 'counter'
  result: 'good' | 'differs' | 'unknown'
  before: string | number | null
  after: string | number | null
}>

export type ReplacementCheck = Readonly<{
  name: string
  oldSerial: string
  newSerial: string
  atMs: number
  /** null: the new one has sent nothing yet, and the replacement can be taken back. */
  heardAtMs: number | null
  /** Empty until the first record. */
  checks: readonly Checked[]
}>

/**
 * Compares a new device with the one whose place it took, by its first records.
 * @throws Refusal NOT_FOUND for a device of another plant @returns undefined for one that took no place
 */
export async function checkReplacement(
  db: Db,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
): Promise<ReplacementCheck | undefined> {
  const [row, last, values] = await Promise.all([
    db.kysely
      .selectFrom('devices as d')
      .innerJoin('plants as p', 'p.id', 'd.plant_id')
      .selectAll('d')
      .select('p.capacity_wp')
      .where('d.id', '=', deviceId)
      .where('d.plant_id', '=', plantId)
      .executeTakeFirstOrThrow(notFound),
    db.kysely
      .selectFrom('device_serials')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .orderBy('until', 'desc')
      .limit(1)
      .executeTakeFirst(),
    latest(db, [deviceId]),
  ])
  if (last === undefined) return undefined
  const now = values.get(deviceId)
  const base = { name: row.name, oldSerial: last.serial, newSerial: row.serial, atMs: last.until.getTime() }
  if (now === undefined || !hasSpoken(now.atMs, last)) return { ...base, heardAtMs: null, checks: [] }
  const quantities = row.quantities.filter(isQuantityId)
  const type = row.type as keyof typeof deviceKinds
  const limitOf = powerLimitsOf({
    type,
    hasBattery: hasBattery(quantities),
    ratedW: row.rated_w,
    capacityWp: row.capacity_wp,
  })
  // Values of the old one stay the newest of their quantity until the new one sends such.
  const fresh = Object.entries(now.values).flatMap(([id, value]): [QuantityId, number][] =>
    value !== undefined && hasSpoken(value.atMs, last) ? [[id as QuantityId, value.value]] : [],
  )
  const model = compare('model', nameOf(last.former?.profileId), nameOf(row.profile_id))
  const rating = compare('rating', last.former?.ratedW ?? null, row.rated_w)
  return {
    ...base,
    heardAtMs: now.atMs,
    checks: [model, rating, checkPower(fresh, limitOf), checkSign(type, quantities, fresh), checkCounter(fresh)],
  }
}

function nameOf(profileId = ''): string | null {
  const profile = findProfileById(profileId)
  return profile === undefined ? null : `${profile.maker} ${profile.model}`
}

/** A known value beside an unknown one of before is as good as the same. */
function compare<Value extends string | number>(
  check: Checked['check'],
  before: Value | null,
  after: Value | null,
): Checked {
  const result = after === null ? 'unknown' : before === null || before === after ? 'good' : 'differs'
  return { check, result, before, after }
}

type Values = readonly (readonly [QuantityId, number])[]

function checkPower(values: Values, limitOf: (id: QuantityId) => number): Checked {
  const powers = values.filter(([id]) => Number.isFinite(limitOf(id)))
  const wrong = powers.find(([id, value]) => Math.abs(value) > limitOf(id))
  const [, highest] = wrong ?? powers.toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))[0] ?? []
  const result = highest === undefined ? 'unknown' : wrong ? 'differs' : 'good'
  return { check: 'power', result, before: null, after: highest ?? null }
}

/** Without a battery an inverter delivers; the direction of a meter shows only beside the others. */
function checkSign(type: keyof typeof deviceKinds, quantities: readonly QuantityId[], values: Values): Checked {
  const id = hasBattery(quantities) ? 'pvPowerW' : 'acPowerW'
  const power = values.find(([quantity]) => quantity === id)?.[1]
  const isKnown = deviceKinds[type].isInverter && power !== undefined && power !== 0
  const result = !isKnown ? 'unknown' : power > 0 ? 'good' : 'differs'
  return { check: 'sign', result, before: null, after: isKnown ? power : null }
}

/** Where its lifetime counter stands: it is counted from there on. */
function checkCounter(values: Values): Checked {
  const total = values.find(([id]) => id === 'generationTotalWh') ?? values.find(([id]) => id.endsWith('TotalWh'))
  return { check: 'counter', result: total === undefined ? 'unknown' : 'good', before: null, after: total?.[1] ?? null }
}
