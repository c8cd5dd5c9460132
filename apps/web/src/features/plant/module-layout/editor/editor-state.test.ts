import { assignSource } from '@heliograph/domain/module-layout/edit-layout.ts'
import { emptyLayout, findGroup } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, wholeGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { describe, expect, it } from 'vitest'
import {
  assignAndGoOn,
  change,
  moveBy,
  pickGroup,
  pickModules,
  removeChosen,
  startEditor,
  stepBack,
  stepForward,
  toggleModule,
  turnChosen,
  walk,
} from './editor-state.ts'

const { layout } = addGrid(emptyLayout, wholeGrid(2, 3))
const start = startEditor(layout)
const serials = (state: typeof start) => state.history.present.modules.map(({ serial }) => serial)

describe('the editor', () => {
  it('chooses, adds to the choice, and walks', () => {
    expect([...toggleModule(toggleModule(start, 1), 2).modules]).toEqual([1, 2])
    expect([...toggleModule(pickModules(start, [1, 2]), 1).modules]).toEqual([2])
    expect([...walk(walk(start, 'right', false), 'right', true).modules]).toEqual([1, 2])
  })

  it('removes, takes back, and makes again; the choice stays with what is there', () => {
    const removed = removeChosen(pickModules(start, [1, 2]))
    expect([removed.history.present.modules.length, removed.modules.size]).toEqual([4, 0])
    expect(stepBack(removed).history.present).toBe(layout)
    expect(stepForward(stepBack(removed)).history.present.modules).toHaveLength(4)
    expect(removeChosen(pickGroup(start, 1)).history.present.groups).toEqual([])
    expect(removeChosen(start)).toBe(start)
  })

  it('moves modules by cells of their group, and says when a place is taken', () => {
    const moved = moveBy(pickModules(start, [3]), 'right', false)
    expect(moved.history.present.modules[2]).toMatchObject({ row: 0, column: 3 })
    expect(moveBy(pickModules(start, [2]), 'right', false).isRefused).toBe(true)
    const turned = startEditor({ ...layout, groups: layout.groups.map((group) => ({ ...group, rotationDeg: 90 })) })
    // What is down on the screen is to the right within the group.
    expect(moveBy(pickModules(turned, [3]), 'down', false).history.present.modules[2]).toMatchObject({ column: 3 })
  })

  it('moves and turns a group', () => {
    const moved = moveBy(pickGroup(start, 1), 'left', true)
    expect(findGroup(moved.history.present, 1)?.xM).toBe(-1)
    expect(findGroup(turnChosen(pickGroup(start, 1)).history.present, 1)?.rotationDeg).toBe(15)
    expect(turnChosen(pickModules(start, [1])).history.present.modules[0]?.turned).toBe(true)
  })

  it('goes on to the next module without a device', () => {
    const second = change(start, assignSource(layout, 2, { serial: 'B', port: null }))
    const state = assignAndGoOn(second, 1, { serial: 'A', port: 1 })
    expect(serials(state)).toEqual(['A', 'B', null, null, null, null])
    expect([...state.modules]).toEqual([3])
  })
})
