import { type Fields, isFields } from '@heliograph/wires/json/bounded-json.ts'

/** The states of entities, as `subscribe_entities` sends them: all at first, then what changed of each. */
export type HaState = Readonly<{ state: string; unit: string | undefined; atMs: number }>

export type HaStates = Readonly<{
  /** Takes an event; the entities that it names. Never throws. */
  apply: (event: unknown) => readonly string[]
  get: (entity: string) => HaState | undefined
}>

const MOST_ENTITIES = 500

/** @param wanted the entities that were asked for: others are not kept */
export function createHaStates(wanted: readonly string[]): HaStates {
  const known = new Set(wanted.slice(0, MOST_ENTITIES))
  const states = new Map<string, HaState>()
  const entriesOf = (part: unknown): readonly [string, unknown][] =>
    isFields(part) ? Object.entries(part).filter(([entity]) => known.has(entity)) : []
  const set = (entity: string, change: Fields): void => {
    const before = states.get(entity)
    const state = typeof change.s === 'string' ? change.s : before?.state
    if (state === undefined) return
    const attributes = isFields(change.a) ? change.a : {}
    const unit = typeof attributes.unit_of_measurement === 'string' ? attributes.unit_of_measurement : before?.unit
    const seconds = [change.lu, change.lc].find((value) => typeof value === 'number')
    const atMs = typeof seconds === 'number' ? Math.round(seconds * 1000) : (before?.atMs ?? 0)
    states.set(entity, { state, unit, atMs })
  }
  return {
    get: (entity) => states.get(entity),
    apply: (event) => {
      if (!isFields(event)) return []
      const touched = new Set<string>()
      for (const [entity, added] of entriesOf(event.a))
        if (isFields(added)) {
          set(entity, added)
          touched.add(entity)
        }
      for (const [entity, change] of entriesOf(event.c))
        if (isFields(change) && isFields(change['+'])) {
          set(entity, change['+'])
          touched.add(entity)
        }
      for (const entity of Array.isArray(event.r) ? (event.r as unknown[]) : [])
        if (typeof entity === 'string' && states.delete(entity)) touched.add(entity)
      return [...touched]
    },
  }
}
