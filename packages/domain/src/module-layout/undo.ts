import type { ModuleLayout } from './layout.ts'

/** Layouts as they were, the last one last, and what was undone, the next one last. */
export type LayoutHistory = Readonly<{
  past: readonly ModuleLayout[]
  present: ModuleLayout
  future: readonly ModuleLayout[]
}>

const MOST_STEPS = 200

/** A history that starts with a layout. */
export const startHistory = (present: ModuleLayout): LayoutHistory => ({ past: [], present, future: [] })

/** One more step; what was undone before is gone. A layout that is the present one is no step. */
export const makeStep = (history: LayoutHistory, next: ModuleLayout): LayoutHistory =>
  next === history.present
    ? history
    : { past: [...history.past, history.present].slice(-MOST_STEPS), present: next, future: [] }

/** The history one step back; the same without one. */
export function undo(history: LayoutHistory): LayoutHistory {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [...history.future, history.present] }
}

/** The history one undone step forward; the same without one. */
export function redo(history: LayoutHistory): LayoutHistory {
  const next = history.future.at(-1)
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future: history.future.slice(0, -1) }
}
