import { expect, it } from 'vitest'
import { requireRecord } from '../reads/v5-record/require-record.ts'
import { describePayload } from './describe-payload.ts'
import { findProfileById } from './registry.ts'

const solis = findProfileById('solis-0507')

it('names every register of a payload with its position and its number', () => {
  const payload = new Uint8Array((solis && requireRecord(solis))?.payloadLength ?? 0)
  new DataView(payload.buffer).setUint16(39, 6012, true)
  const parts = describePayload('solis-0507', payload)
  expect(parts[0]).toEqual({ at: 0, bytes: 15, name: 'head', raw: null, value: null })
  const voltage = parts.find(({ name }) => name === 'pv1VoltageV')
  expect(voltage).toMatchObject({ at: 39, bytes: 2, raw: 6012 })
  expect(voltage?.value).toBeCloseTo(601.2)
  expect(parts.map(({ at }) => at)).toEqual([...parts.map(({ at }) => at)].sort((a, b) => a - b))
})

it('leaves out what a short payload lacks, and knows nothing without a profile', () => {
  const parts = describePayload('solis-0507', new Uint8Array(41))
  expect(parts.map(({ name }) => name)).toContain('pv1VoltageV')
  expect(parts.every(({ at, bytes }) => at + bytes <= 41)).toBe(true)
  expect(describePayload('none', new Uint8Array(41))).toEqual([])
})
