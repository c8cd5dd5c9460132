import { describe, expect, it } from 'vitest'
import { plantOrders, toWireOrder } from '../api/plant-order.ts'
import { nextSort, readSort, sortText } from './plant-sort.ts'

const read = (text: string) => readSort(new URLSearchParams(text === '' ? '' : { sort: text }))

describe('the order of plants in the address', () => {
  it('is worst first without a word, or with an unknown one', () => {
    for (const text of ['', 'zzz', '-zzz']) expect(read(text)).toEqual({ by: 'worst', isReversed: false })
  })

  it('reads what it writes', () => {
    for (const by of plantOrders)
      for (const isReversed of [false, true])
        expect(read(sortText({ by, isReversed }) ?? '')).toEqual({ by, isReversed })
  })

  it('turns around at the second press', () => {
    const once = nextSort(read(''), 'name')
    expect(once).toEqual({ by: 'name', isReversed: false })
    expect(nextSort(once, 'name')).toEqual({ by: 'name', isReversed: true })
    expect(nextSort(nextSort(once, 'name'), 'name')).toEqual(once)
  })

  it('asks the server for names from A and figures from the greatest', () => {
    expect(toWireOrder(read('name'))).toEqual({ 'order.property': 'name', 'order.direction': 'ASC' })
    expect(toWireOrder(read('-name'))['order.direction']).toBe('DESC')
    expect(toWireOrder(read('power'))).toEqual({ 'order.property': 'generationPower', 'order.direction': 'DESC' })
  })
})
