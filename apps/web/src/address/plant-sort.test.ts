import { describe, expect, it } from 'vitest'
import { plantOrders, toWireOrder } from '../api/plant-order.ts'
import { nextSort, readSort, sortText } from './plant-sort.ts'

const read = (text: string) => readSort(new URLSearchParams(text === '' ? '' : { sort: text }))

describe('the order of plants in the URL', () => {
  it('is worst first by default, and for an unknown word', () => {
    for (const text of ['', 'zzz', '-zzz']) expect(read(text)).toEqual({ by: 'worst', isReversed: false })
  })

  it('is read back as written', () => {
    for (const by of plantOrders)
      for (const isReversed of [false, true])
        expect(read(sortText({ by, isReversed }) ?? '')).toEqual({ by, isReversed })
  })

  it('is reversed by a second click', () => {
    const once = nextSort(read(''), 'name')
    expect(once).toEqual({ by: 'name', isReversed: false })
    expect(nextSort(once, 'name')).toEqual({ by: 'name', isReversed: true })
    expect(nextSort(nextSort(once, 'name'), 'name')).toEqual(once)
  })

  it('sorts names ascending and values descending', () => {
    expect(toWireOrder(read('name'))).toEqual({ 'order.property': 'name', 'order.direction': 'ASC' })
    expect(toWireOrder(read('-name'))['order.direction']).toBe('DESC')
    expect(toWireOrder(read('power'))).toEqual({ 'order.property': 'generationPower', 'order.direction': 'DESC' })
  })
})
