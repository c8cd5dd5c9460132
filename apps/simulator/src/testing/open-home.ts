import { DAY_MS } from '@heliograph/domain/duration.ts'
import { livePast } from '../history.ts'
import { homes } from '../homes.ts'
import { advance, copyState, createPlantModel, newPlantState } from '../plant-model.ts'
import type { LinkName } from '../plant-spec.ts'
import { computeMoment, type Moment } from '../readings.ts'
import type { Home } from '../sites/home.ts'

const START_MS = Date.UTC(2026, 2, 1)

export type TestHome = Readonly<{
  home: Home
  /** Sets its clock. @returns the truth of that instant */
  turn: (atMs: number) => Moment
  serial: string
  /** The end of its past. */
  untilMs: number
}>

/** The home of the fleet with this link after some days in March, with a sky of its own. */
export function openHome(link: LinkName, seed: number, days = 6): TestHome {
  const spec = homes.find(({ links }) => links?.includes(link))
  if (spec === undefined) throw new Error(`No home has ${link}`)
  const model = createPlantModel(spec, [], seed)
  const untilMs = START_MS + days * DAY_MS
  const { past, steps } = livePast(model, newPlantState(model, START_MS), untilMs)
  const momentAt = (atMs: number): Moment => {
    const day = past.days.get(Math.floor(atMs / DAY_MS))
    if (day === undefined) throw new RangeError('outside the past')
    return computeMoment(model, advance(model, copyState(day), atMs), atMs)
  }
  let nowMs = untilMs - 1_000
  return {
    home: { model, momentAt, now: () => nowMs, steps },
    serial: model.inverters[0]?.serial ?? '',
    untilMs,
    turn: (atMs) => {
      nowMs = atMs
      return momentAt(atMs)
    },
  }
}

/** Instants of the last two days, some hours apart. */
export const instantsOf = ({ untilMs }: TestHome): readonly number[] =>
  Array.from({ length: 16 }, (_, n) => untilMs - 2 * DAY_MS + n * 3 * 3_600_000 + 1_234_000)
