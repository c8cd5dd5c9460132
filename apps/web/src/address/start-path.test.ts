import { describe, expect, it } from 'vitest'
import { startPath, startTabOf } from './start-path.ts'

describe('startPath', () => {
  it.each([
    ['data', null, '', '/plant/infos/data'],
    ['device', null, '', '/plant/infos/device'],
    ['device', 7, '', '/plant/infos/device?id=7'],
    ['data', 7, '?id=9&date=2026-11-21', '/plant/infos/data?id=9&date=2026-11-21'],
    ['data', 7, '?q=roof', '/plant/infos/data?q=roof'],
    ['data', 7, '?clientStyle=acme', '/plant/infos/data?clientStyle=acme&id=7'],
  ] as const)('%s, plant %s, %j: %s', (startPage, defaultPlantId, search, expected) => {
    expect(startPath({ startPage, defaultPlantId }, search, 1)).toBe(expected)
  })

  it.each([
    ['data', null, '', '/plant/fleet'],
    ['data', null, '?clientStyle=acme', '/plant/fleet?clientStyle=acme'],
    ['device', null, '', '/plant/infos/device'],
    ['data', 7, '', '/plant/infos/data?id=7'],
    ['data', null, '?id=9', '/plant/infos/data?id=9'],
    ['data', null, '?q=roof', '/plant/infos/data?q=roof'],
  ] as const)('with several plants %s, plant %s, %j: %s', (startPage, defaultPlantId, search, expected) => {
    expect(startPath({ startPage, defaultPlantId }, search, 2)).toBe(expected)
  })

  it('starts with the data while the chosen page does not exist', () => {
    expect(['data', 'device']).toContain(startTabOf({ startPage: 'device' }))
    expect(startPath({ startPage: 'nonsense' as 'data', defaultPlantId: null }, '', 1)).toBe('/plant/infos/data')
  })
})
