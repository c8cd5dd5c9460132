import { describe, expect, it } from 'vitest'
import { findZoneClash, isTurnedNorth, turnToEquator } from './place-clash.ts'
import { emptyDraft } from './plant-form.ts'

const [january, july] = [Date.parse('2026-01-15T12:00:00Z'), Date.parse('2026-07-15T12:00:00Z')]

describe('findZoneClash', () => {
  it.each<[string, string, string, number | undefined]>([
    ['Lord Howe Island in the zone of Berlin', '159.08', 'Europe/Berlin', 10],
    ['Munich in its own zone', '11.5754', 'Europe/Berlin', undefined],
    ['Galicia, far west of the sun of its zone', '-9.2', 'Europe/Madrid', undefined],
    ['Kashgar, far west of the sun of Beijing', '75.99', 'Asia/Shanghai', undefined],
    ['Kiritimati, across the date line', '-157.4', 'Pacific/Kiritimati', undefined],
    ['a comma as people type it', '-122,4', 'Europe/London', 8],
    ['no longitude yet', '', 'Europe/Berlin', undefined],
  ])('%s', (_, longitude, zone, hours) => {
    expect(findZoneClash({ longitude, zone }, january)).toBe(hours)
    // An hour of DST more or less does not make it a contradiction.
    expect(findZoneClash({ longitude, zone }, july) === undefined).toBe(hours === undefined)
  })
})

describe('the azimuth', () => {
  it('turns around for a place south of the equator, and back', () => {
    const south = turnToEquator(emptyDraft, { latitude: '-31.55', longitude: '159.08' })
    expect(south).toEqual({ azimuth: '0', latitude: '-31.55', longitude: '159.08' })
    const draft = { ...emptyDraft, ...south }
    expect(isTurnedNorth(draft)).toBe(true)
    expect(turnToEquator(draft, { latitude: '48.1' })).toEqual({ azimuth: '180', latitude: '48.1' })
  })

  it('stays as it was typed', () => {
    const draft = { ...emptyDraft, azimuth: '95' }
    expect(turnToEquator(draft, { latitude: '-31.55' })).toEqual({ latitude: '-31.55' })
    expect(turnToEquator(emptyDraft, { latitude: 'abc' })).toEqual({ latitude: 'abc' })
    expect(turnToEquator(emptyDraft, { tilt: '3' })).toEqual({ tilt: '3' })
  })
})
