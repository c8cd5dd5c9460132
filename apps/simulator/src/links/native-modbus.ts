import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import type { DescribedMap } from '@heliograph/devices/reads/register-map/described-map.ts'
import { describedMaps } from '@heliograph/devices/reads/register-map/load-maps.ts'
import { familyImage, putItem } from '@heliograph/devices/testing/family-image.ts'
import { putWords, type RegisterImage } from '@heliograph/devices/testing/register-image.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { type Moment, readDevice } from '../readings.ts'
import type { Home } from '../sites/home.ts'
import type { AnswerRegisters, Habits } from './modbus-server.ts'

/** A maker's inverter beside its map: what it says of itself, and what it does that no map tells. */
export type Family = Readonly<{
  profileId: string
  units: readonly number[]
  habits: Habits
  /** Items by which it is recognized. */
  plate: (serial: string) => Readonly<Record<string, number | string>>
  /** Items in the words that real ones send, where they differ from what the map expects. */
  odd?: Readonly<Record<string, number>>
  /** Registers of parts that it does not have. */
  blanks?: readonly string[]
  /** Codes of its state: on the grid, and with nothing to do. */
  states: Readonly<{ on: number; idle: number }>
  /** Share of requests that find it busy. */
  busy: number
}>

const [ILLEGAL_ADDRESS, DEVICE_BUSY] = [2, 6]
const FORM = { mppt: 2, strings: 2, phases: 3, packs: 1 }
const UNUSED = 0xffff

/** The registers of a home's hybrid inverter by the map of its family, with the battery and the meter behind it. */
export function answerNative(home: Home, family: Family): AnswerRegisters {
  const { model, momentAt, now } = home
  const map = describedMaps().find(({ id }) => id === family.profileId)
  const profile = findProfileById(family.profileId)
  const [inverter] = model.inverters
  if (!map || !profile || !inverter) throw new RangeError(`Unknown family ${family.profileId}`)
  const plate = family.plate(inverter.serial)
  let asked = 0
  let kept: Readonly<{ second: number; image: RegisterImage }> | undefined

  const imageAt = (atMs: number): RegisterImage | undefined => {
    // A round of requests within a second is one measurement.
    const second = Math.floor(atMs / 1000)
    if (kept?.second === second) return kept.image
    const moment = momentAt(second * 1000)
    if (moment === undefined) return undefined
    const counted = profile.counterMeaning === 'acOutput' ? countOutput(moment) : moment
    const { values } = readDevice(model, counted, 0, { ...profile, mpptCount: FORM.mppt })
    const { on, idle } = family.states
    // A hybrid that supplies the house from its battery is on the grid.
    const inverterState = values.acPowerW === 0 ? idle : on
    const image = writeImage(map, family, { ...values, inverterState }, plate)
    kept = { second, image }
    return image
  }
  return ({ unit, fn, address, count }) => {
    if (!family.units.includes(unit)) return undefined
    asked += 1
    if (randomAt(model.seed, 72, asked) < family.busy) return { exception: DEVICE_BUSY }
    const held = imageAt(now())?.get(0)?.get(fn)
    const words = Array.from({ length: count }, (_, at) => held?.get(address + at))
    // Holes between registers read as 0.
    if (words.every((word) => word === undefined)) return { exception: ILLEGAL_ADDRESS }
    return words.map((word) => word ?? 0)
  }
}

function writeImage(
  map: DescribedMap,
  { odd = {}, blanks = [] }: Family,
  values: Values,
  plate: Readonly<Record<string, number | string>>,
): RegisterImage {
  const device = { unit: 0, form: FORM }
  // The sums that a map makes of registers of other values follow from them.
  const sums = new Set(map.items.flatMap(({ computed, quantity }) => (computed ? [quantity as string] : [])))
  const own = Object.fromEntries(Object.entries(values).filter(([quantity]) => !sums.has(quantity)))
  const image = familyImage(map, device, own, plate)
  for (const item of map.items) {
    const shown = odd[item.id]
    if (shown !== undefined) putItem(image, device, item, shown)
    if (blanks.includes(item.id)) putWords(image, 0, item.function, item.registers[0] ?? 0, [UNUSED])
  }
  return image
}

/** The counter of a family that counts what leaves the inverter: with what the battery gave, without what it took. */
function countOutput(moment: Moment): Moment {
  const { charge, discharge } = moment.now.boundary
  const generation = moment.now.generation.map((counter, index) => {
    if (index > 0) return counter
    const today = Math.max(0, counter.today + discharge.today - charge.today)
    return { ...counter, total: Math.max(0, counter.total + discharge.total - charge.total), today }
  })
  return { ...moment, now: { ...moment.now, generation } }
}
