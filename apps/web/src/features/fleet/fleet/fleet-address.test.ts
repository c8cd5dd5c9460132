import { describe, expect, it } from 'vitest'
import { changeParams } from '../../../address/url-state.ts'
import type { ListView } from '../../../api/plant-lists.ts'
import { columnsChange, isSameView, usualView, viewChange } from './fleet-address.ts'

const textOf = (view: ListView, before = '') => changeParams(new URLSearchParams(before), viewChange(view)).toString()

describe('a view of the list of plants', () => {
  it('is wholly in the address, and replaces what stood there', () => {
    const view: ListView = {
      keyword: 'roof',
      status: 'fault',
      tagIds: [3, 5],
      sort: { by: 'power', isReversed: true },
      look: 'table',
      columns: ['power', 'seen'],
    }
    expect(decodeURIComponent(textOf(view, 'page=4&clientStyle=a'))).toBe(
      'clientStyle=a&q=roof&status=fault&as=table&tag=3,5&sort=-power&cols=power,seen',
    )
    expect(textOf(usualView, 'q=x&status=late&as=map&tag=1&sort=name&cols=week&page=2')).toBe('')
  })

  it('is the same whatever the order of its tags', () => {
    const one = { ...usualView, tagIds: [3, 5] }
    expect(isSameView(one, { ...usualView, tagIds: [5, 3] })).toBe(true)
    expect(isSameView(one, usualView)).toBe(false)
    expect(
      isSameView(usualView, { ...usualView, columns: ['yield', 'week', 'power', 'lost', 'battery', 'seen'] }),
    ).toBe(true)
  })

  it('can hide every column that may be hidden', () => {
    expect(columnsChange([])).toEqual({ cols: 'none' })
    expect(columnsChange(undefined)).toEqual({ cols: null })
  })
})
