import { describe, expect, it } from 'vitest'
import { toQuery, toTarget } from './path.ts'

describe('toTarget', () => {
  it('fills the path and splits off the method', () => {
    expect(toTarget('GET /maintain-s/history/power/{id}/stats/{type}', { id: 7, type: 'month' })).toEqual({
      method: 'GET',
      path: '/maintain-s/history/power/7/stats/month',
    })
  })

  it('escapes characters that would leave the segment', () => {
    expect(toTarget('GET /a/{id}', { id: '../b?c' }).path).toBe('/a/..%2Fb%3Fc')
  })

  it('refuses a path with a missing part', () => {
    expect(() => toTarget('GET /a/{id}', { id: undefined })).toThrow('GET /a/{id} needs id')
    expect(() => toTarget('GET /a/{id}')).toThrow(RangeError)
  })

  it('appends the query', () => {
    expect(toTarget('POST /a', undefined, { page: 2, 'order.property': 'id' }).path).toBe('/a?page=2&order.property=id')
  })
})

describe('toQuery', () => {
  it('leaves absent values out but keeps zero and false', () => {
    expect(toQuery({ a: undefined, b: null, c: '', d: 0, e: false })).toBe('?d=0&e=false')
    expect(toQuery(undefined)).toBe('')
  })

  it('repeats the name of a list', () => {
    expect(toQuery({ quantities: ['pvPowerW', 'gridPowerW'] })).toBe('?quantities=pvPowerW&quantities=gridPowerW')
  })
})
