import { readFileSync } from 'node:fs'
import { getQuantity, isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { answerFrom, finish, putWords, type RegisterImage, readRound } from '../testing/register-image.ts'
import { openDevice, probeEndpoint } from './modbus-devices.ts'

type Capture = Readonly<{
  id: string
  family: string
  units: Record<string, { holding?: Record<string, number[]>; input?: Record<string, number[]>; fill?: number }>
  expect: readonly Readonly<{ quantity: string; value?: number; text?: string; tolerance?: number }>[]
}>

const captures = ['modbus-native', 'v5-sticks'].flatMap((name) => {
  const path = new URL(`../testing/fixtures/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { images: readonly Capture[] }).images
})

function load({ units }: Capture): RegisterImage {
  const image: RegisterImage = new Map()
  for (const [unit, { holding = {}, input = {} }] of Object.entries(units)) {
    for (const [address, words] of Object.entries(holding)) putWords(image, Number(unit), 3, Number(address), words)
    for (const [address, words] of Object.entries(input)) putWords(image, Number(unit), 4, Number(address), words)
  }
  return image
}

describe.each(captures.map((capture) => [capture.id, capture] as const))('%s', (_, capture) => {
  const answer = answerFrom(load(capture), Object.values(capture.units)[0]?.fill)
  const candidates = finish(probeEndpoint(), answer)

  it('is recognized', () => {
    expect(candidates[0]).toMatchObject({ profileId: capture.family })
  })

  it('shows the values that are stated of it', () => {
    const reader = candidates[0] && finish(openDevice(candidates[0]), answer)
    if (!reader || !('decode' in reader)) throw new Error('not opened')
    const [decoded] = readRound(reader, answer)
    for (const { quantity, value = Number.NaN, tolerance = 0 } of capture.expect) {
      expect([quantity, isQuantityId(quantity)]).toEqual([quantity, true])
      const shown = decoded?.values[quantity as QuantityId] ?? Number.NaN
      expect([quantity, shown, Math.abs(shown - value) <= tolerance + 1e-9]).toEqual([quantity, shown, true])
      expect(getQuantity(quantity).min).toBeLessThanOrEqual(shown)
    }
    expect(decoded?.deviceSerial).toBe(candidates[0]?.serial)
  })
})
