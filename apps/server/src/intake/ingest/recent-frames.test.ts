import { expect, it } from 'vitest'
import { createRecentFrames } from './recent-frames.ts'

const frame = (atMs: number, length = 40) => ({
  atMs,
  receivedAtMs: atMs,
  wire: 'solarman-v5',
  kind: '0507',
  bytes: new Uint8Array(length).fill(atMs % 256),
})

it('keeps the last frames of each device and drops the oldest of all', () => {
  const frames = createRecentFrames(1_000, 0)
  for (let at = 1; at <= 8; at++) frames.note(at % 2, frame(at))
  expect(frames.list(1, 8).map(({ atMs }) => atMs)).toEqual([7, 5])
  expect(frames.list(0, 8).map(({ atMs }) => atMs)).toEqual([8, 6, 4])
  expect(frames.keptSinceMs()).toBe(3)
})

it('gives a day, holds its own bytes, and nothing where nothing may be kept', () => {
  const frames = createRecentFrames(10_000, 0)
  const one = frame(5)
  frames.note(1, one)
  one.bytes.fill(0)
  expect(frames.list(1, 5)[0]?.bytes[0]).toBe(5)
  expect(frames.list(1, 5 + 86_400_001)).toEqual([])
  const none = createRecentFrames(0, 0)
  none.note(1, frame(1))
  expect(none.list(1, 1)).toEqual([])
})

it('forgets devices whose frames are gone', () => {
  const frames = createRecentFrames(500, 0)
  for (let at = 1; at <= 50_000; at++) frames.note(at, frame(at))
  expect(frames.list(1, 2)).toEqual([])
  expect(frames.list(50_000, 50_000)).toHaveLength(1)
})
