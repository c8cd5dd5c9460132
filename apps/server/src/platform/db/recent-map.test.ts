import { describe, expect, it } from 'vitest'
import { createRecentMap, roomFor } from './recent-map.ts'

describe('a map of what was used last', () => {
  it('keeps what is read, forgets the rest, and never exceeds its bound', () => {
    const map = createRecentMap<number, string>(1_000)
    for (let key = 0; key < 5_000; key++) {
      map.set(key, `${key}`)
      expect(map.get(0)).toBe('0')
      expect(map.size()).toBeLessThanOrEqual(1_001)
    }
    expect(map.get(4_999)).toBe('4999')
    expect(map.get(1)).toBeUndefined()
  })

  it('has all of twice a half, in turns', () => {
    const map = createRecentMap<number, number>(1_000)
    for (let key = 0; key < 500; key++) map.set(key, key)
    for (let round = 0; round < 3; round++) for (let key = 0; key < 500; key++) expect(map.get(key)).toBe(key)
  })

  it('holds the newest value once, and none that was deleted', () => {
    const map = createRecentMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    expect(map.get('a')).toBe(3)
    map.delete('a')
    map.delete('b')
    expect([map.get('a'), map.get('b'), map.size()]).toEqual([undefined, undefined, 0])
  })

  it('has room for 150,000 rows of two kilobytes in a heap of two gigabytes', () => {
    expect(roomFor(2_000)).toBeGreaterThanOrEqual(150_000)
    expect(roomFor(1e12)).toBe(20_000)
  })
})
