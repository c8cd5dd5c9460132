import { type BatteryModel, stepBattery } from './battery.ts'

/** Measured energies of an hour at a plant's boundary and its battery, Wh, each >= 0. */
export type MeteredHour = Readonly<{
  generation: number
  import: number
  export: number
  charge: number
  discharge: number
}>

/** The same hour as replayed: `charge` and `discharge` are those of the batteries that were played, on the bus. */
export type PlayedHour = MeteredHour

/** More panels, in one hour. */
export type MorePanels = Readonly<{
  /** Production over what was measured: 1.25 is a quarter more panels. */
  scale: number
  /** The most that the inverters give in an hour, Wh; null: unknown. */
  limitWh: number | null
  /**
   * The order of purchase and feed-in within an hour is unknown. even: more production meets a purchase as often as the
   * hour had one. late: only where nothing was fed in. first: always.
   */
  meets: 'even' | 'late' | 'first'
}>

/**
 * An hour of the same house without its battery: it would have purchased what the battery gave, and fed in what the
 * battery took from the roof. A charge from the grid is a purchase less. The balance of the hour stays.
 */
export function withoutBattery(hour: MeteredHour): MeteredHour {
  const fromGrid = Math.min(hour.import, Math.max(0, hour.charge - Math.max(0, hour.generation - hour.export)))
  const toGrid = Math.min(hour.discharge, Math.max(0, hour.export - hour.generation))
  return {
    generation: hour.generation,
    import: hour.import - fromGrid + hour.discharge - toGrid,
    export: hour.export - toGrid + hour.charge - fromGrid,
    charge: 0,
    discharge: 0,
  }
}

/** An hour with more panels. Production that was measured above the inverters' limit stays as it is. */
export function withMorePanels(hour: MeteredHour, { scale, limitWh, meets }: MorePanels): MeteredHour {
  const wanted = hour.generation * scale
  const generation = limitWh === null ? wanted : Math.min(wanted, Math.max(hour.generation, limitWh))
  const extra = generation - hour.generation
  const exchanged = hour.import + hour.export
  const share =
    meets === 'first' || hour.export === 0 ? 1 : meets === 'late' || exchanged === 0 ? 0 : hour.import / exchanged
  const met = Math.min(hour.import, extra * share)
  return { ...hour, generation, import: hour.import - met, export: hour.export + extra - met }
}

/** A battery that goes through hours in their order; its state of charge begins at its lower limit. */
export type PlayedBattery = Readonly<{ model: BatteryModel; play: (hour: MeteredHour) => PlayedHour }>

/** Charging power falls near full: steps are short. */
const STEPS_PER_HOUR = 4
const HOUR_S = 3_600

/**
 * A battery that stores what would be fed in and gives what would be purchased, and nothing else: it never charges from
 * the grid and knows no forecast. Within an hour surplus and need follow each other, and last as long as their energies
 * say.
 */
export function openBattery(model: BatteryModel): PlayedBattery {
  let state = { socPercent: model.minSocPercent }
  const run = (watts: number, seconds: number): number => {
    const step = stepBattery(model, state, watts, seconds)
    state = step.state
    return (step.powerW * seconds) / HOUR_S
  }
  return {
    model,
    play: (hour) => {
      const exchanged = hour.import + hour.export
      if (exchanged === 0) {
        run(0, HOUR_S)
        return hour
      }
      const [surplusS, needS] = [hour.export, hour.import].map((wh) => (wh / exchanged / STEPS_PER_HOUR) * HOUR_S)
      let [charged, discharged] = [0, 0]
      for (let step = 0; step < STEPS_PER_HOUR; step++) {
        if (surplusS) charged -= run(-exchanged, surplusS)
        if (needS) discharged += run(exchanged, needS)
      }
      return {
        generation: hour.generation,
        import: Math.max(0, hour.import - discharged),
        export: Math.max(0, hour.export - charged),
        charge: hour.charge + charged,
        discharge: hour.discharge + discharged,
      }
    },
  }
}

/** A battery as its own hours show it: Wh, W on the bus, 0..1 both ways. null: it hardly ran. */
export type LearnedBattery = Readonly<{ usableWh: number; powerW: number; roundTrip: number }>

/** Few days say nothing of a battery's size. */
const LEAST_DAYS = 14
const USUAL_ROUND_TRIP = 0.9
/** Meters of two makers disagree more than a battery loses: outside this a quotient is no efficiency. */
const ROUND_TRIPS = { least: 0.7, most: 0.98 }

/**
 * Size, power and efficiency of a battery from its days of hours: the largest swing of its content on all but one day in
 * twenty, the largest hours, and the energy given over the energy taken.
 * @param days each in the order of its hours
 */
export function learnBattery(days: readonly (readonly MeteredHour[])[]): LearnedBattery | null {
  const hours = days.flat()
  const sum = (part: 'charge' | 'discharge'): number => hours.reduce((all, hour) => all + hour[part], 0)
  const [charged, discharged] = [sum('charge'), sum('discharge')]
  if (charged === 0 || discharged === 0) return null
  const quotient = discharged / charged
  const isKnown = quotient >= ROUND_TRIPS.least && quotient <= ROUND_TRIPS.most
  const roundTrip = isKnown ? quotient : USUAL_ROUND_TRIP
  const oneWay = Math.sqrt(roundTrip)
  const swings = days.flatMap((day) => {
    let [content, low, high] = [0, 0, 0]
    for (const { charge, discharge } of day) {
      content += charge * oneWay - discharge / oneWay
      low = Math.min(low, content)
      high = Math.max(high, content)
    }
    return high > low ? [high - low] : []
  })
  if (swings.length < LEAST_DAYS) return null
  const powerW = Math.max(
    ...(['charge', 'discharge'] as const).map((part) =>
      quantile(
        hours.flatMap((hour) => (hour[part] > 0 ? [hour[part]] : [])),
        0.99,
      ),
    ),
  )
  return { usableWh: quantile(swings, 0.95), powerW, roundTrip }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
