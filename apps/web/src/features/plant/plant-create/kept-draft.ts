/** The entries of a plant that is not created yet, kept in the browser, per person. */
import type { PlaneDraft } from '../../../plant/form/planes-fields.tsx'
import { emptyDraft, type PlantDraft } from '../../../plant/form/plant-form.ts'

export type MoneyDraft = Readonly<{ rule: 'production' | 'bill'; purchase: string; feedIn: string }>
export type CreateDraft = Readonly<{
  plant: PlantDraft
  /** Empty: one orientation, which the plant's own fields have. */
  planes: readonly PlaneDraft[]
  money: MoneyDraft
}>

export const emptyMoney: MoneyDraft = { rule: 'production', purchase: '', feedIn: '' }
const keyOf = (userId: number): string => `heliograph.newPlant.${userId}`

/** Anything may stand there, also what another version wrote: only known fields with a text are taken. */
export function readDraft(userId: number, start: PlantDraft): CreateDraft {
  const empty: CreateDraft = { plant: start, planes: [], money: emptyMoney }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')
    if (!isObject(stored)) return empty
    const money = takeTexts(emptyMoney, stored.money)
    return {
      plant: takeTexts({ ...emptyDraft, ...start }, stored.plant),
      planes: Array.isArray(stored.planes) ? stored.planes.slice(0, 12).map((plane) => takeTexts(noPlane, plane)) : [],
      money: { ...money, rule: money.rule === 'bill' ? 'bill' : 'production' },
    }
  } catch {
    return empty
  }
}

export function keepDraft(userId: number, draft: CreateDraft): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing: the page still works while it is open.
  }
}

export const dropDraft = (userId: number): void => localStorage.removeItem(keyOf(userId))

const noPlane: PlaneDraft = { name: '', capacity: '', azimuth: '', tilt: '' }
const LONGEST = 300
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function takeTexts<T extends Readonly<Record<string, string>>>(into: T, stored: unknown): T {
  if (!isObject(stored)) return into
  const taken = Object.keys(into).flatMap((name) => {
    const value = stored[name]
    return typeof value === 'string' ? [[name, value.slice(0, LONGEST)]] : []
  })
  return { ...into, ...Object.fromEntries(taken) }
}
