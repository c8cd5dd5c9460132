import { describe, expect, it } from 'vitest'
import { addLoggerPath, deviceDetailPath, plantPath, withQuery } from './paths.ts'
import { changeParams, readDate, readId, readKeyword, readOneOf, readView } from './url-state.ts'

const params = (text: string): URLSearchParams => new URLSearchParams(text)

describe('reading the URL', () => {
  it.each([
    ['id=7', 7],
    ['id=0', undefined],
    ['id=-7', undefined],
    ['id=7.5', undefined],
    ['id=0x10', undefined],
    ['id=99999999999999999', undefined],
    ['id=', undefined],
    ['', undefined],
  ])('%j has the plant %s', (text, id) => {
    expect(readId(params(text), 'id')).toBe(id)
  })

  it('accepts only real dates', () => {
    expect(readDate(params('date=2026-11-21'))).toBe('2026-11-21')
    expect(readDate(params('date=2026-02-30'))).toBeUndefined()
    expect(readDate(params('date=today'))).toBeUndefined()
  })

  it('shows the day when the view is missing', () => {
    expect(readView(params('view=year'))).toBe('year')
    expect(readView(params('view=<script>'))).toBe('day')
    expect(readView(params(''))).toBe('day')
  })

  it('accepts only known words, and limits typed text', () => {
    expect(readOneOf(params('type=B'), 'type', ['A', 'B'])).toBe('B')
    expect(readOneOf(params('type=C'), 'type', ['A', 'B'])).toBeUndefined()
    expect(readKeyword(params(`q=${'x'.repeat(500)}`))).toHaveLength(100)
  })
})

describe('changing the URL', () => {
  it('sets, removes and keeps', () => {
    expect(changeParams(params('id=7&date=2026-11-21&clientStyle=a'), { date: null, view: 'month' }).toString()).toBe(
      'id=7&clientStyle=a&view=month',
    )
  })
})

describe('paths', () => {
  it('are stable links that people can share', () => {
    expect(plantPath('data', { id: 123, date: '2026-11-21', view: 'day' })).toBe(
      '/plant/infos/data?id=123&date=2026-11-21&view=day',
    )
    expect(plantPath('device', { id: 5 })).toBe('/plant/infos/device?id=5')
    expect(deviceDetailPath(9, { view: 'day' })).toBe('/device-detail?deviceId=9&view=day')
    expect(addLoggerPath(5, true)).toBe('/plant/infos/device/add?id=5&new=1')
    expect(withQuery('/a', { q: 'x y', z: undefined })).toBe('/a?q=x+y')
  })
})
