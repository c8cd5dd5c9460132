import { expect, test } from 'vitest'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import { toRooms } from '../../fleet/loggers/unproven-rooms.ts'
import { defaultSettings } from './settings.ts'
import { createUnprovenRoom } from './unproven-room.ts'

const settings = { ...defaultSettings, unprovenPerNetwork: 100, unprovenPerLogger: 400 }
const SOURCE = 'solarman-v5:4000000001'
const room = (unprovenFrom: Readonly<Record<string, number>> = {}) =>
  createUnprovenRoom(() => ({ unprovenFrom }) as unknown as KnownLogger, settings)
const flood = (hasRoom: ReturnType<typeof room>, network: string, records: number, isLikely = false): number =>
  Array.from({ length: records }, () => hasRoom(SOURCE, network, isLikely)).filter(Boolean).length

test('a network has a room of its own', () => {
  const hasRoom = room()
  expect(flood(hasRoom, '203.0.113.7', 1_000)).toBe(100)
  expect(flood(hasRoom, '203.0.113.8', 50)).toBe(50)
})

test('many networks leave one that sends little its room', () => {
  const hasRoom = room()
  for (let n = 0; n < 10; n += 1) flood(hasRoom, `203.0.113.${n}`, 1_000)
  expect(flood(hasRoom, '198.51.100.1', 15)).toBe(15)
  expect(flood(hasRoom, '198.51.100.1', 15)).toBe(5)
})

test('no flood of strangers takes the room of a device that goes on', () => {
  const hasRoom = room()
  for (let n = 0; n < 250; n += 1) flood(hasRoom, `203.0.113.${n}`, 1_000)
  expect(flood(hasRoom, '198.51.100.1', 15)).toBe(0)
  expect(flood(hasRoom, '198.51.100.1', 90, true)).toBe(90)
  expect(flood(hasRoom, '203.0.113.1', 90, true)).toBe(90)
})

test('the networks of a /48 share a room, and what is stored counts', () => {
  const rooms = toRooms([
    { network: '2001:db8:1:1::/64', isLikely: false, records: 40 },
    { network: '2001:db8:1:2::/64', isLikely: false, records: 50 },
    { network: '2001:db8:1:2::/64', isLikely: true, records: 7 },
  ])
  expect(rooms).toEqual({ '2001:db8:1:0::/48': 90, '2001:db8:1:0::/48 likely': 7 })
  expect(flood(room(rooms), '2001:db8:1:3::/64', 50)).toBe(10)
})
