import {
  assignSource,
  changeGroups,
  moveGroups,
  nudgeModules,
  removeGroups,
  removeModules,
  rotateGroup,
  type Source,
  turnModules,
} from '@heliograph/domain/module-layout/edit-layout.ts'
import { turn } from '@heliograph/domain/module-layout/geometry.ts'
import { findGroup, type ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { type LayoutHistory, makeStep, redo, startHistory, undo } from '@heliograph/domain/module-layout/undo.ts'
import { type Direction, nextModule } from '../pick-modules.ts'

/** The layout under edit, and the selection in it: modules, or one group. */
export type EditorState = Readonly<{
  history: LayoutHistory
  modules: ReadonlySet<number>
  group: number | undefined
  /** The last edit could not be made: the place is taken. */
  isRefused: boolean
}>

export const startEditor = (layout: ModuleLayout): EditorState => ({
  history: startHistory(layout),
  modules: new Set<number>(),
  group: undefined,
  isRefused: false,
})

export const pickModules = (state: EditorState, ids: Iterable<number>): EditorState => ({
  ...state,
  modules: new Set(ids),
  group: undefined,
  isRefused: false,
})
export const pickGroup = (state: EditorState, group: number | undefined): EditorState => ({
  ...state,
  modules: new Set<number>(),
  group,
  isRefused: false,
})
/** Adds a module to what is chosen, or takes it out. */
export function toggleModule(state: EditorState, id: number): EditorState {
  const ids = new Set(state.modules)
  if (!ids.delete(id)) ids.add(id)
  return pickModules(state, ids)
}

/** One more step; what is chosen stays as far as it is still there. */
export function change(state: EditorState, next: ModuleLayout): EditorState {
  if (next === state.history.present) return { ...state, isRefused: true }
  return settle({ ...state, history: makeStep(state.history, next), isRefused: false })
}
export const stepBack = (state: EditorState): EditorState =>
  settle({ ...state, history: undo(state.history), isRefused: false })
export const stepForward = (state: EditorState): EditorState =>
  settle({ ...state, history: redo(state.history), isRefused: false })

function settle(state: EditorState): EditorState {
  const { groups, modules } = state.history.present
  const here = new Set(modules.map(({ id }) => id))
  return {
    ...state,
    modules: new Set([...state.modules].filter((id) => here.has(id))),
    group: groups.some(({ id }) => id === state.group) ? state.group : undefined,
  }
}

const GROUP_STEP_M = 0.1
const GROUP_LEAP_M = 1
const TURN_DEG = 15
const ways: Readonly<Record<Direction, Readonly<{ xM: number; yM: number }>>> = {
  left: { xM: -1, yM: 0 },
  right: { xM: 1, yM: 0 },
  up: { xM: 0, yM: -1 },
  down: { xM: 0, yM: 1 },
}

/** An arrow key: moves what is chosen, modules by a cell of their group; without a choice it chooses the first module. */
export function moveBy(state: EditorState, direction: Direction, leaps: boolean): EditorState {
  const layout = state.history.present
  const way = ways[direction]
  if (state.group !== undefined) {
    const stepM = leaps ? GROUP_LEAP_M : GROUP_STEP_M
    const by = { xM: way.xM * stepM, yM: way.yM * stepM }
    return change(state, moveGroups(layout, new Set([state.group]), by, 0))
  }
  const first = layout.modules.find(({ id }) => state.modules.has(id))
  const group = first && findGroup(layout, first.groupId)
  if (!group) return walk(state, direction, false)
  // The group's own axis that comes closest.
  const { xM, yM } = turn(way, -group.rotationDeg)
  const isAcross = Math.abs(xM) >= Math.abs(yM)
  const step = { rows: isAcross ? 0 : Math.sign(yM), columns: isAcross ? Math.sign(xM) : 0 }
  return change(state, nudgeModules(layout, state.modules, step))
}

/** Chooses the module beside. @param adds to what is chosen */
export function walk(state: EditorState, direction: Direction, adds: boolean): EditorState {
  const next = nextModule(state.history.present, [...state.modules].at(-1), direction)
  if (next === undefined) return state
  return pickModules(state, adds ? [...[...state.modules].filter((id) => id !== next), next] : [next])
}

export const removeChosen = (state: EditorState): EditorState =>
  state.group !== undefined
    ? change(state, removeGroups(state.history.present, new Set([state.group])))
    : state.modules.size > 0
      ? change(state, removeModules(state.history.present, state.modules))
      : state

export const turnChosen = (state: EditorState): EditorState =>
  state.group !== undefined
    ? change(state, rotateGroup(state.history.present, state.group, TURN_DEG))
    : state.modules.size > 0
      ? change(state, turnModules(state.history.present, state.modules))
      : state

export const changeChosenGroup = (state: EditorState, edit: Parameters<typeof changeGroups>[2]): EditorState =>
  state.group === undefined ? state : change(state, changeGroups(state.history.present, new Set([state.group]), edit))

/** Gives a device to a module, and chooses the next module without one, so that a list can be worked off. */
export function assignAndGoOn(state: EditorState, moduleId: number, source: Source): EditorState {
  const assigned = change(state, assignSource(state.history.present, moduleId, source))
  const { modules } = assigned.history.present
  const at = modules.find(({ id }) => id === moduleId)
  if (at === undefined) return assigned
  const order = modules
    .filter(({ groupId, serial, id }) => groupId === at.groupId && (serial === null || id === moduleId))
    .sort((a, b) => a.row - b.row || a.column - b.column)
  const next = order[order.findIndex(({ id }) => id === moduleId) + 1] ?? order.find(({ serial }) => serial === null)
  return pickModules(assigned, [next?.id ?? moduleId])
}
