import { expect, it } from 'vitest'
import { statusOf } from './device-status.ts'

const nowMs = 1_800_000_000_000
const row = { deviceStatus: 1, asleep: false, collectionTime: nowMs / 1000 - 60, intervalS: 300 }

it.each([
  ['ok', {}],
  ['ok', { collectionTime: nowMs / 1000 - 900 }],
  ['stale', { collectionTime: nowMs / 1000 - 901 }],
  ['alarm', { deviceStatus: 2 }],
  ['offline', { deviceStatus: 3 }],
  ['asleep', { deviceStatus: 3, asleep: true }],
  ['waiting', { deviceStatus: 3, collectionTime: null }],
] as const)('is %s for %o', (status, change) => expect(statusOf({ ...row, ...change }, nowMs)).toBe(status))
