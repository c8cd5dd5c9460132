import { expect, it } from 'vitest'
import type { Home, Sighting } from './home.ts'
import { type Claim, judgeClaims } from './judge-claims.ts'

const HERE = '198.51.100.7'
const ELSEWHERE = '203.0.113.66'
const PRESSED_MS = 1_000_000
const home: Home = { places: [HERE], seenMs: PRESSED_MS - 60_000, bootBaseS: 90_000, totalS: 96_700, misfits: 0 }
const claim = (more: Partial<Claim> = {}): Claim => ({
  id: 1,
  plantId: 7,
  userId: 3,
  place: ELSEWHERE,
  restartFromMs: null,
  ...more,
})
const waits = claim({ restartFromMs: PRESSED_MS })
/** The hello of a stick that started ten seconds after the press and says so at once. */
const hello = (more: Partial<Sighting> = {}): Sighting => ({
  place: HERE,
  atMs: PRESSED_MS + 20_000,
  clocks: { totalS: 96_770, poweronS: 10 },
  isHandshake: true,
  ...more,
})

it("a browser in the logger's network proves it", () => {
  expect(judgeClaims(undefined, [hello()], [claim({ place: HERE })]).proven?.proof).toBe('address')
  expect(judgeClaims(home, [hello({ isHandshake: false })], [claim({ place: HERE })]).proven?.proof).toBe('address')
  expect(judgeClaims(home, [hello()], [claim(), claim({ id: 2, place: null })]).proven).toBeUndefined()
})

it('the older of two claims in one network wins', () => {
  const claims = [claim({ place: HERE }), claim({ id: 2, plantId: 8, place: HERE })]
  expect(judgeClaims(undefined, [hello()], claims).proven?.claim.id).toBe(1)
})

it("a sender elsewhere under the logger's serial proves nothing", () => {
  const forged = hello({ place: ELSEWHERE, clocks: { totalS: 50, poweronS: 5 } })
  const { proven, home: after } = judgeClaims(home, [forged, forged], [claim(), waits])
  expect(proven).toBeUndefined()
  expect(after?.places).toEqual([HERE])
})

it.each<[string, Sighting, Home | undefined, boolean]>([
  ['a restart on request', hello(), home, true],
  ['a restart on request behind a new address', hello({ place: '192.0.2.9' }), home, true],
  ['a reconnection of the same boot', hello({ clocks: { totalS: 96_770, poweronS: 6_770 } }), home, false],
  ['a record and no hello', hello({ isHandshake: false }), home, false],
  ['a hello without clocks', hello({ clocks: undefined }), home, false],
  ['a boot before the press', hello({ clocks: { totalS: 96_770, poweronS: 30 } }), home, false],
  ['a boot too late', hello({ atMs: PRESSED_MS + 121_000 }), home, false],
  ['the first boot of a morning', hello(), { ...home, seenMs: PRESSED_MS - 11 * 60_000 }, false],
  ['a logger never heard before', hello(), undefined, false],
  ['a forged hello', hello({ place: ELSEWHERE, clocks: { totalS: 70, poweronS: 10 } }), home, false],
])('%s', (_, seen, before, isProven) => {
  expect(judgeClaims(before, [seen], [waits]).proven?.proof).toBe(isProven ? 'restart' : undefined)
})

it('a restart awaited by two people proves neither claim', () => {
  expect(
    judgeClaims(home, [hello()], [waits, claim({ id: 2, plantId: 8, restartFromMs: PRESSED_MS })]).proven,
  ).toBeUndefined()
})
