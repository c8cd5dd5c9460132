import { readFileSync } from 'node:fs'
import type { Values } from '@heliograph/domain/reading.ts'
import { frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import { goldenSession, goldenVectors, soundFrame } from '@heliograph/wires/testing/golden.ts'
import { describe, expect, it } from 'vitest'
import { decodeSound } from '../testing/golden-values.ts'
import { activeFaults, stateName } from './faults.ts'
import { findProfileById, profiles } from './registry.ts'

type Published = Readonly<{ id: string; profile: string; hex: string; serial: string; clock?: string; values: Values }>

const file = new URL('../../../wires/src/solarman-v5/fixtures/published.json', import.meta.url)
const { vectors: published } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Published[] }

const captured = new Set(
  [
    ...goldenVectors('wires/src/solarman-v5/fixtures/push.json').map(({ hex }) => hex),
    ...goldenVectors('devices/src/catalog/solis/fixtures/solis-0507.json').map(({ hex }) => hex),
    ...goldenSession().map(({ hex }) => hex),
  ]
    .filter((hex) => hex !== '' && soundFrame(hex).type === frameTypes.data)
    .map((hex) => decodeSound(soundFrame(hex).payload).profileId),
)

describe.each(published)('$id', ({ profile, hex, serial, clock, values }) => {
  it('decodes as the published tables say', () => {
    const decoded = decodeSound(soundFrame(hex).payload)
    expect(decoded).toMatchObject({ profileId: profile, deviceSerial: serial, values, complaints: [] })
    if (clock === undefined) return expect(decoded).not.toHaveProperty('deviceClock')
    const { year, month, day, hour, minute, second } = decoded.deviceClock ?? Object.create(null)
    expect(new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toISOString()).toBe(`${clock}.000Z`)
  })
})

it('finds the published fault by its word and bit', () => {
  const { hex = '' } = published.find(({ id }) => id === 'published-sofar-2701-fault') ?? {}
  const { profileId, values } = decodeSound(soundFrame(hex).payload)
  const profile = findProfileById(profileId)
  if (!profile) throw new Error(profileId)
  expect(stateName(profile, values)).toBe('fault')
  expect(activeFaults(profile, values).map(({ code }) => code)).toEqual(['ID056'])
})

it.each(profiles)('$id claims the confidence that its records support', ({ id, confidence }) => {
  const heldTo = captured.has(id)
    ? 'verified'
    : published.some(({ profile }) => profile === id)
      ? 'stated'
      : 'experimental'
  expect(confidence).toBe(heldTo)
})
