import { expect, it } from 'vitest'
import { type Clocks, type Home, moveHome, type Sighting, type Verdict } from './home.ts'

const HERE = '198.51.100.7'
const ELSEWHERE = '203.0.113.66'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const start: Sighting = { place: HERE, atMs: 0, clocks: { totalS: 96_700, poweronS: 200 }, isHandshake: true }

const walk = (sightings: readonly Sighting[]): Readonly<{ home: Home | undefined; verdicts: readonly Verdict[] }> => {
  let home: Home | undefined
  const verdicts: Verdict[] = []
  for (const sighting of sightings) {
    const next = moveHome(home, sighting)
    home = next.home
    verdicts.push(next.verdict)
  }
  return { home, verdicts }
}
const from = (place: string, atMs: number, clocks?: Clocks, isHandshake = true): Sighting => ({
  place,
  atMs,
  clocks,
  isHandshake,
})

it.each<[string, Sighting, Verdict]>([
  ['the same place', from(HERE, 5 * MINUTE_MS), 'home'],
  ['a new address in the same boot', from(ELSEWHERE, 5 * MINUTE_MS, { totalS: 97_000, poweronS: 500 }), 'moved'],
  ['a new address after a restart', from(ELSEWHERE, 5 * MINUTE_MS, { totalS: 96_760, poweronS: 40 }), 'moved'],
  ['a new address after a night', from(ELSEWHERE, DAY_MS / 2, { totalS: 96_760, poweronS: 40 }), 'moved'],
  ['a stranger without clocks', from(ELSEWHERE, 5 * MINUTE_MS), 'foreign'],
  ['a stranger who guesses', from(ELSEWHERE, 5 * MINUTE_MS, { totalS: 40, poweronS: 20 }), 'foreign'],
  ['a stranger who guesses more', from(ELSEWHERE, 5 * MINUTE_MS, { totalS: 5_000_000, poweronS: 20 }), 'foreign'],
  // It knows the boot, and not that time went on.
  ['a frame seen before', from(ELSEWHERE, DAY_MS, { totalS: 96_700, poweronS: 200 }), 'foreign'],
  ['a new owner after months of silence', from(ELSEWHERE, 31 * DAY_MS), 'first'],
])('%s is judged', (_, seen, verdict) => {
  expect(walk([start, seen]).verdicts).toEqual(['first', verdict])
})

it('follows a logger whose address changes every day', () => {
  const days = Array.from({ length: 30 }, (_, day) =>
    from(`198.51.100.${day}`, day * DAY_MS, { totalS: 96_700 + day * 86_400, poweronS: 200 + day * 86_400 }),
  )
  const { home, verdicts } = walk(days)
  expect(verdicts.slice(1)).toEqual(Array(29).fill('moved'))
  expect(home?.places[0]).toBe('198.51.100.29')
  expect(home?.places).toHaveLength(20)
})

it('trusts no correct guess after five wrong ones, until it is home again', () => {
  const wrong = Array.from({ length: 5 }, (_, n) => from(ELSEWHERE, MINUTE_MS, { totalS: n * 1_000, poweronS: 5 }))
  const right = from(ELSEWHERE, 2 * MINUTE_MS, { totalS: 96_820, poweronS: 320 })
  expect(walk([start, ...wrong, right]).verdicts.at(-1)).toBe('foreign')
  expect(walk([start, ...wrong, from(HERE, MINUTE_MS), right]).verdicts.at(-1)).toBe('moved')
})

it('keeps the clocks across frames without clocks', () => {
  const { home } = walk([start, from(HERE, MINUTE_MS, undefined, false)])
  expect(home).toEqual({ places: [HERE], seenMs: MINUTE_MS, bootBaseS: 96_500, totalS: 96_700, misfits: 0 })
})

it('continues past the end of 32 bits', () => {
  const late = from(HERE, 0, { totalS: 2 ** 32 - 30, poweronS: 100 })
  expect(walk([late, from(ELSEWHERE, MINUTE_MS, { totalS: 30, poweronS: 160 })]).verdicts).toEqual(['first', 'moved'])
})

it('an invalid address has no home', () => {
  expect(moveHome(undefined, { ...start, place: undefined })).toEqual({ home: undefined, verdict: 'foreign' })
})
