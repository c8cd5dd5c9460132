import { setImmediate } from 'node:timers/promises'
import { describeBattery } from '@heliograph/solar/battery.ts'
import {
  type LearnedBattery,
  type MeteredHour,
  type MorePanels,
  openBattery,
  withMorePanels,
  withoutBattery,
} from '@heliograph/solar/replay.ts'
import type { BilledDay } from '../../fleet/finance/finance.ts'
import type { MeteredDay, MeteredYear } from './read-year.ts'

/** A battery as a person describes it: Wh, W, 0..1. */
export type BatterySize = Readonly<{ capacityWh: number; powerW: number; roundTrip: number; usable: number }>

/** added: beside the battery that is there, if one is. instead: without the one that is there; null: without any. */
export type BatteryChange = Readonly<{ way: 'added' | 'instead'; size: BatterySize | null }>

export type EnergyChange = Readonly<{ battery: BatteryChange | null; moreWp: number }>

/** Facts of the plant that the play needs. */
export type PlayedPlant = Readonly<{
  capacityOn: (date: string) => number
  /** The most that the inverters give, W; null: unknown. */
  limitW: number | null
  /** The battery that is there, from its own hours; null: none, or it hardly ran. */
  battery: LearnedBattery | null
}>

/** How a play errs: the same year by careful and by hopeful assumptions is the range of the result. */
export type Outlook = 'careful' | 'middle' | 'hopeful'
const looks: Readonly<
  Record<Outlook, Readonly<{ meets: MorePanels['meets']; roundTripMore: number; powerTimes: number }>>
> = {
  careful: { meets: 'late', roundTripMore: -0.05, powerTimes: 0.7 },
  middle: { meets: 'even', roundTripMore: 0, powerTimes: 1 },
  hopeful: { meets: 'first', roundTripMore: 0.03, powerTimes: 1.3 },
}
const ROUND_TRIP = { least: 0.5, most: 0.99 }

export type PlayedYear = Readonly<{
  days: readonly BilledDay[]
  /** Given by the batteries that were played, Wh. */
  dischargedWh: number
}>

/** Days are played in slices: a year is some hundred thousand steps. */
const SLICE_DAYS = 31

/** The measured year as it would have been. Without a change of energy it is the measured one, bit for bit. */
export async function playYear(
  year: MeteredYear,
  plant: PlayedPlant,
  change: EnergyChange,
  outlook: Outlook = 'middle',
): Promise<PlayedYear> {
  const { meets } = looks[outlook]
  const isTakenOut = change.battery?.way === 'instead'
  const isModelled = !isTakenOut && change.moreWp > 0 && plant.battery !== null
  const own = () => (isModelled && plant.battery ? openBattery(modelOf(toSize(plant.battery), 'middle')) : null)
  const [before, after] = [own(), own()]
  const added = change.battery?.size ? openBattery(modelOf(change.battery.size, outlook)) : null
  const isChanged = isTakenOut || change.moreWp > 0 || added !== null
  let dischargedWh = 0
  const playHour = (hour: MeteredHour, panels: MorePanels): MeteredHour => {
    const base = isTakenOut ? withoutBattery(hour) : hour
    let played = withMorePanels(base, panels)
    if (before && after) {
      // The battery that is there reacts to more production as its model does; what the model misses of today stays out.
      const bare = withoutBattery(hour)
      const [was, is] = [before.play(bare), after.play(withMorePanels(bare, panels))]
      played = shift(hour, is.generation, is.import - was.import, is.export - was.export)
    }
    if (!added) return played
    const beside = added.play({ ...played, charge: 0, discharge: 0 })
    dischargedWh += beside.discharge
    return beside
  }
  const days: BilledDay[] = []
  for (const [at, day] of year.days.entries()) {
    if (at % SLICE_DAYS === SLICE_DAYS - 1) await setImmediate()
    if (!isChanged) {
      days.push({ date: day.date, energy: day.energy, hours: day.billed })
      continue
    }
    const capacityWp = plant.capacityOn(day.date)
    const scale = capacityWp > 0 ? 1 + change.moreWp / capacityWp : 1
    const limitWh = plant.limitW
    days.push(
      toBilled(
        day,
        day.hours.map((hour) => playHour(hour, { scale, limitWh, meets })),
        year.meter,
      ),
    )
  }
  return { days, dischargedWh }
}

/** The check of the model: the year as it was, with the model of the battery that is there. */
export async function checkModel(
  year: MeteredYear,
  battery: LearnedBattery,
): Promise<Readonly<{ importWh: number; exportWh: number }>> {
  const model = openBattery(modelOf(toSize(battery), 'middle'))
  let [importWh, exportWh] = [0, 0]
  for (const [at, { hours }] of year.days.entries()) {
    if (at % SLICE_DAYS === SLICE_DAYS - 1) await setImmediate()
    for (const hour of hours) {
      const played = model.play(withoutBattery(hour))
      importWh += played.import
      exportWh += played.export
    }
  }
  return { importWh, exportWh }
}

const toSize = ({ usableWh, powerW, roundTrip }: LearnedBattery): BatterySize => ({
  capacityWh: usableWh,
  powerW,
  roundTrip,
  usable: 1,
})

/** Own consumption of electronics, as a share of the size: 15 W at 10 kWh. */
const STANDBY_PER_WH = 0.0015

function modelOf({ capacityWh, powerW, roundTrip, usable }: BatterySize, outlook: Outlook) {
  const { roundTripMore, powerTimes } = looks[outlook]
  return describeBattery({
    capacityWh,
    cRate: (powerW * powerTimes) / capacityWh,
    roundTripEfficiency: Math.min(ROUND_TRIP.most, Math.max(ROUND_TRIP.least, roundTrip + roundTripMore)),
    minSocPercent: (1 - usable) * 100,
    standbyW: capacityWh * STANDBY_PER_WH,
  })
}

/** An hour with more or less exchange. Exchange below zero goes in the other direction, so that the balance stays. */
function shift(hour: MeteredHour, generation: number, moreImport: number, moreExport: number): MeteredHour {
  const [bought, fed] = [hour.import + moreImport, hour.export + moreExport]
  return {
    ...hour,
    generation,
    import: Math.max(0, bought) + Math.max(0, -fed),
    export: Math.max(0, fed) + Math.max(0, -bought),
  }
}

/** The house uses what it used: its own energy is all that it did not purchase. */
function toBilled(day: MeteredDay, played: readonly MeteredHour[], meter: MeteredYear['meter']): BilledDay {
  const list = (part: keyof MeteredHour): readonly number[] => played.map((hour) => hour[part])
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
  const made = list('generation')
  const generation = sum(made)
  if (meter === 'feedsAll') {
    const none = made.map(() => 0)
    const energy = { ...day.energy, generation, export: generation }
    return { date: day.date, energy, hours: { import: none, export: made, own: none } }
  }
  if (meter === 'none') return { date: day.date, energy: { ...day.energy, generation }, hours: day.billed }
  const [bought, fed] = [list('import'), list('export')]
  const own = played.map((hour, at) => (day.billed.own[at] ?? 0) + (day.billed.import[at] ?? 0) - hour.import)
  return {
    date: day.date,
    energy: { generation, import: sum(bought), export: sum(fed), own: day.energy.own === null ? null : sum(own) },
    hours: { import: bought, export: fed, own },
  }
}
