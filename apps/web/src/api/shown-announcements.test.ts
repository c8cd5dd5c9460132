import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { expect, it } from 'vitest'
import { findNextLookMs } from './shown-announcements.ts'

it.each([
  ['without an announcement', [], 5 * MINUTE_MS],
  ['while all stay until they are removed', [null], 5 * MINUTE_MS],
  ['when the first one ends', [null, 3 * MINUTE_MS, 40_000], 40_000],
  ['a while after an end that is now or over', [0], MINUTE_MS / 4],
  ['although an end is far away', [60 * MINUTE_MS], 5 * MINUTE_MS],
])('looks for announcements again %s', (_, ends, expectedMs) => {
  const nowMs = 1_790_000_000_000
  expect(
    findNextLookMs(
      ends.map((inMs) => ({ untilMs: inMs === null ? null : nowMs + inMs })),
      nowMs,
    ),
  ).toBe(expectedMs)
})
