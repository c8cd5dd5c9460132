import type { ModulesOfPlant } from './module-plane.ts'

/** The modules that a plant had before a day (`until`, YYYY-MM-DD by its clock), back to the version before them. */
export type FormerModules = ModulesOfPlant & Readonly<{ until: string }>
/** The modules of today, and those before them by their last days, oldest first. */
export type DatedModules = ModulesOfPlant & Readonly<{ formerModules: readonly FormerModules[] }>
/** Modules with the first day on which they counted; null: always. */
export type ModulesVersion = Readonly<{ from: string | null; modules: ModulesOfPlant }>

/** The most changes of its modules that a plant keeps: a roof is rarely touched twice. */
export const MOST_FORMER = 40

/** The plant as it was on a day, or on the days of a cut date (`2026-03`: their last one). */
export function modulesOn<T extends DatedModules>(plant: T, day: string): T {
  const former = plant.formerModules.find(({ until }) => (day.length < 10 ? `${day}-99` : day) < until)
  return former === undefined ? plant : { ...plant, ...only(former) }
}

/** All versions, oldest first; the last one counts today. */
export const versionsOf = (plant: DatedModules): readonly ModulesVersion[] =>
  [...plant.formerModules, plant].map((modules, at) => ({
    from: plant.formerModules[at - 1]?.until ?? null,
    modules: only(modules),
  }))

/** The largest nameplate that the plant ever had, Wp. */
export const largestWp = ({ capacityWp, formerModules }: DatedModules): number =>
  Math.max(capacityWp, ...formerModules.map((module) => module.capacityWp))

/**
 * Other modules from a day on until today; what was before that day stays. @param from YYYY-MM-DD, not after today;
 * null: it was always so, and all versions are forgotten
 */
export function changeModules(plant: DatedModules, next: ModulesOfPlant, from: string | null): DatedModules {
  if (from === null) return { ...only(next), formerModules: [] }
  const before = plant.formerModules.find(({ until }) => until >= from) ?? plant
  const kept = plant.formerModules.filter(({ until }) => until < from)
  return join(next, [...kept, { ...only(before), until: from }])
}

/** Without the version of a day: what was before it counts on. undefined: there is none. */
export function removeModules(plant: DatedModules, from: string): DatedModules | undefined {
  const { formerModules } = plant
  const at = formerModules.findIndex(({ until }) => until === from)
  const former = formerModules[at]
  if (former === undefined) return undefined
  const removed = formerModules[at + 1]
  const kept = formerModules.filter((_, i) => i !== at && i !== at + 1)
  if (removed === undefined) return join(former, kept)
  return join(plant, kept.toSpliced(at, 0, { ...only(former), until: removed.until }))
}

/** Versions that say the same as the next one are one with it. */
function join(today: ModulesOfPlant, former: readonly FormerModules[]): DatedModules {
  const all = [...former, today].map((item) => JSON.stringify(only(item)))
  return { ...only(today), formerModules: former.filter((_, at) => all[at] !== all[at + 1]) }
}

const only = ({ capacityWp, azimuthDeg, tiltDeg, planes }: ModulesOfPlant): ModulesOfPlant => ({
  capacityWp,
  azimuthDeg,
  tiltDeg,
  planes,
})
