import { goldenVectors, soundFrame } from '@heliograph/wires/testing/golden.ts'
import { describe, expect, it } from 'vitest'
import { decodeData } from '../../catalog/decode-data.ts'
import { stateName } from '../../catalog/faults.ts'
import type { Profile } from '../../catalog/profile.ts'
import { findProfileById } from '../../catalog/registry.ts'
import { checkSerial, checkValues, decodeSound, deyeTwoInputs, solisSinglePhase } from '../../testing/golden-values.ts'
import { encodeRecord } from './encode-record.ts'

const profileOf = (id: string): Profile => {
  const found = findProfileById(id)
  if (!found) throw new Error(id)
  return found
}
const header = { time: { totalS: 100, poweronS: 10, offsetS: 1_700_000_000 }, recordCounter: 7, buffered: false }
const valuesOf = (id: string, values: Parameters<typeof encodeRecord>[2]['values']) =>
  decodeSound(encodeRecord(profileOf(id), header, { deviceSerial: 'FX1', values }))

const push = goldenVectors('wires/src/solarman-v5/fixtures/push.json')
const solis = goldenVectors('devices/src/catalog/solis/fixtures/solis-0507.json')

it.each(push)('$id names the stated device', checkSerial)

describe('Solis', () => {
  it.each(solis)("$id has the values that the manufacturer's cloud exported", ({ hex, cloud }) =>
    checkValues(hex, cloud ?? {}),
  )
  it.each(solis)('$id has the values of the register map', ({ hex, derived }) =>
    checkValues(hex, derived ?? {}, solisSinglePhase),
  )

  const records = push.filter(({ id }) => id.startsWith('open-push-solis-data'))
  it.each(records)('$id has the stated values', ({ hex, expect: { payload }, stated }) => {
    checkValues(hex, payload?.values as Record<string, number>, solisSinglePhase)
    checkValues(hex, stated ?? {})
  })

  it.each([...solis, ...records])('$id was generating by its status word', ({ hex }) => {
    const { profileId, values } = decodeSound(soundFrame(hex).payload)
    expect(stateName(profileOf(profileId), values)).toBe('normal')
  })

  it("derives the power of each string and leaves the device's sum alone", () => {
    const { values } = decodeSound(soundFrame(records[0]?.hex ?? '').payload)
    expect(values.pv1PowerW).toBe(663.4)
    expect(values.pvPowerW).toBe(663)
  })

  it('keeps all phases as soon as one of the first two is live', () => {
    expect(valuesOf('solis-0507', { ac2VoltageV: 230, ac3VoltageV: 230 }).values).toMatchObject({
      ac1VoltageV: 0,
      ac2VoltageV: 230,
    })
    expect(valuesOf('solis-0507', { ac3VoltageV: 230 }).values).not.toHaveProperty('ac1VoltageV')
  })
})

describe('Deye micro', () => {
  const record = push.find(({ id }) => id === 'open-push-deye-micro-data')
  const hex = record?.hex ?? ''

  it('has the values that the source states', () => checkValues(hex, record?.stated ?? {}))
  it('has the values of the map, without inputs that it lacks', () => {
    checkValues(hex, record?.expect.payload?.values as Record<string, number>, deyeTwoInputs)
  })
  it('sums the inputs', () => {
    expect(decodeSound(soundFrame(hex).payload).values).toMatchObject({
      pv1PowerW: 36.96,
      pv2PowerW: 37.44,
      pvPowerW: 74.4,
    })
  })
  it('derives its inputs from the values', () => {
    const { values } = valuesOf('deye-5408', { pv1VoltageV: 30, pv1CurrentA: 2, pv2VoltageV: 31, pv2CurrentA: 1 })
    expect(values).toMatchObject({ pvPowerW: 91 })
    expect(values).not.toHaveProperty('pv3VoltageV')
  })
})

describe('signs', () => {
  it("negates Sofar's charging power: positive when discharging", () => {
    const payload = encodeRecord(profileOf('sofar-2708'), header, { deviceSerial: 'FX1', values: {} })
    const view = new DataView(payload.buffer)
    view.setInt16(55, 150, true)
    view.setInt16(59, 3000, true)
    expect(decodeSound(payload).values).toMatchObject({ batteryPowerW: -1500, batteryCurrentA: -30 })
    view.setInt16(55, -150, true)
    expect(decodeSound(payload).values).toMatchObject({ batteryPowerW: 1500 })
  })

  it('closes the balance of a Sofar hybrid with the grid', () => {
    const power = { pv1PowerW: 3000, pv2PowerW: 1000, loadPowerW: 500, batteryPowerW: -1500 }
    expect(valuesOf('sofar-2708', power).values).toMatchObject({ pvPowerW: 4000, gridPowerW: -2000 })
    expect(valuesOf('sofar-2708', { loadPowerW: 800, batteryPowerW: 300 }).values).toMatchObject({ gridPowerW: 500 })
  })

  it('sums the phases of a Deye hybrid; its temperature starts at -100 °C', () => {
    const { values } = valuesOf('deye-5411', {
      grid1PowerW: -500,
      grid2PowerW: 200,
      grid3PowerW: 100,
      batteryTemperatureC: -12.5,
    })
    expect(values).toMatchObject({ gridPowerW: -200, batteryTemperatureC: -12.5 })
  })
})

describe('scales that differ by firmware', () => {
  const battery = (id: string, volts: number, at: number, more: readonly (readonly [number, number])[] = []) => {
    const payload = encodeRecord(profileOf(id), header, { deviceSerial: 'FX1', values: {} })
    const view = new DataView(payload.buffer)
    view.setInt16(at, volts, true)
    for (const [where, raw] of more) view.setInt16(where, raw, true)
    return decodeSound(payload)
  }
  const powerAndCurrent = [
    [89, -150],
    [93, -2930],
  ] as const

  it('are recognized by the possible values of a 51.2 V battery', () => {
    expect(battery('sofar-2703', 5120, 91, powerAndCurrent).values).toMatchObject({
      batteryVoltageV: 51.2,
      batteryPowerW: 1500,
      batteryCurrentA: 29.3,
    })
    const tenths = [
      [89, -15_000],
      [93, -293],
    ] as const
    expect(battery('sofar-2703', 512, 91, tenths).values).toMatchObject({
      batteryVoltageV: 51.2,
      batteryPowerW: 1500,
      batteryCurrentA: 29.3,
    })
    expect(battery('sofar-2708', 512, 57).values.batteryVoltageV).toBe(51.2)
    expect(battery('sofar-2708', 5120, 57).values.batteryVoltageV).toBe(51.2)
  })

  it('omit values that remain ambiguous', () => {
    const { values, complaints } = battery('sofar-2703', 51, 91, powerAndCurrent)
    expect(values).not.toHaveProperty('batteryVoltageV')
    expect(values).not.toHaveProperty('batteryPowerW')
    expect(complaints).toContainEqual({ code: 'out-of-range', quantity: 'batteryPowerW', raw: -150 })
  })

  it('treat a missing battery as no fault', () => {
    const { values, complaints } = battery('sofar-2708', 0, 57)
    expect(values.batteryVoltageV).toBe(0)
    expect(complaints.filter(({ code }) => code === 'out-of-range')).toEqual([])
  })
})

describe('clocks', () => {
  const deviceClock = { year: 2026, month: 3, day: 29, hour: 1, minute: 59, second: 58 }
  it.each([
    ['sofar-2708', 189],
    ['sofar-2703', 213],
  ])('of %s reads %i', (id, at) => {
    const payload = encodeRecord(profileOf(id), header, { deviceSerial: 'FX1', values: {} })
    payload.set([26, 3, 29, 1, 59, 58], at)
    expect(decodeSound(payload).deviceClock).toEqual(deviceClock)
  })
})

describe('rejected values', () => {
  it('invalidate the values derived from them', () => {
    const payload = encodeRecord(profileOf('sofar-2701'), header, {
      deviceSerial: 'FX1',
      values: { pv1VoltageV: 400, pv1CurrentA: 5 },
    })
    new DataView(payload.buffer).setUint16(41, 0xffff, true)
    const { values, complaints } = decodeSound(payload)
    expect(values).toMatchObject({ pv1PowerW: 2000 })
    expect(values).not.toHaveProperty('pvPowerW')
    expect(complaints).toContainEqual({ code: 'sentinel', quantity: 'pv2VoltageV', raw: 0xffff })
  })

  it('report the raw value', () => {
    const payload = encodeRecord(profileOf('solis-0507'), header, { deviceSerial: 'FX1', values: {} })
    new DataView(payload.buffer).setInt16(37, -1000, true)
    expect(decodeSound(payload).complaints).toContainEqual({
      code: 'out-of-range',
      quantity: 'inverterTemperatureC',
      raw: -100,
    })
  })

  it('leave out an impossible date', () => {
    const payload = encodeRecord(profileOf('sofar-2701'), header, { deviceSerial: 'FX1', values: {} })
    expect(decodeSound(payload).deviceClock).toBeUndefined()
  })
})

describe('Afore', () => {
  const truncated = goldenVectors('wires/src/solarman-v5/fixtures/negative.json').find(
    ({ id }) => id === 'open-neg-truncated-pvblink',
  )
  const payload = Uint8Array.from(
    (truncated?.hex.slice(22, -4).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  )

  it('reads the texts and the rating of the damaged record', () => {
    expect(decodeData(payload)).toMatchObject({
      deviceSerial: 'FX00000000000004',
      texts: { maker: 'PVBLINK', model: 'PVBS6K-M1' },
      values: { ratedPowerW: 6000 },
      complaints: [{ code: 'short-payload', raw: 255 }],
    })
  })

  it('reads no values without a Modbus reply in its place', () => {
    const broken = payload.slice()
    broken[70] = 0x83
    expect(decodeSound(broken).values).toEqual({})
  })
})
