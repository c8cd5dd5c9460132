import { getQuantity, isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint } from '@heliograph/domain/reading.ts'
import { decodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registerBlank, registerBytes, registerMax, registerMin } from '../reads/register.ts'
import { toValue } from '../reads/v5-record/decode-record.ts'
import { encodeRecord } from '../reads/v5-record/encode-record.ts'
import type { Field } from '../reads/v5-record/record-layout.ts'
import { requireRecord } from '../reads/v5-record/require-record.ts'
import { decodeSound } from '../testing/golden-values.ts'
import { decodeData, profileOfSensorType } from './decode-data.ts'
import { counterRegister, type Profile, profileQuantities } from './profile.ts'
import { findProfileById, profiles } from './registry.ts'

const header = { time: { totalS: 100, poweronS: 10, offsetS: 1_700_000_000 }, recordCounter: 7, buffered: false }
const HEADER_LENGTH = 21

const recordOf = (profile: Profile): fc.Arbitrary<Record<string, number>> =>
  fc.record(
    Object.fromEntries(
      requireRecord(profile).fields.map((entry) => [
        entry.quantity,
        rawBounded(entry).map((raw) => toValue(entry, raw)),
      ]),
    ),
  )

const boundsOf = ({ quantity, within }: Field): readonly [number, number] => {
  const { min, max } = getQuantity(quantity)
  return within ?? [min, max]
}

/** Raw counts that survive decoding: possible values, no blanks, no zeros where zero means "unknown" or "not wired". */
const rawBounded = (entry: Field): fc.Arbitrary<number> => {
  const [min, max] = boundsOf(entry)
  const sides = [min, max].map((value) => (entry.inverted ? -value : value) / entry.scale + (entry.offset ?? 0))
  const low = Math.max(registerMin(entry.type) + 1, Math.ceil(Math.min(...sides)))
  const high = Math.min(registerMax(entry.type) - 1, Math.floor(Math.max(...sides)))
  return fc.integer({ min: low, max: high }).filter((raw) => {
    const value = toValue(entry, raw)
    return raw !== 0 && raw !== registerBlank(entry.type) && value >= min && value <= max
  })
}

const textsOf = (profile: Profile): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      requireRecord(profile).texts.map(({ name, length, as }) => [
        name,
        as === 'ascii' ? fc.stringMatching(new RegExp(`^[!-~]{1,${length}}$`)) : fc.stringMatching(/^[0-9A-F]{4}$/),
      ]),
    ),
  )

const clock = fc.record({
  year: fc.integer({ min: 2000, max: 2099 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
})

/** Every assigned range of the payload, as [from, to). */
const claims = (profile: Profile): [string, number, number][] => {
  const { serial, texts, fields, clock, mpptCountAt, phaseCountAt, modbusBlock } = requireRecord(profile)
  const claim = (name: string, at: number | undefined, length: number): [string, number, number][] =>
    at === undefined ? [] : [[name, at, at + length]]
  return [
    ...claim('header', 0, HEADER_LENGTH),
    ...claim('serial', serial.at, serial.length),
    ...texts.flatMap(({ name, at, length }) => claim(name, at, length)),
    ...fields.flatMap(({ quantity, at, type }) => claim(quantity, at, registerBytes(type))),
    ...(clock ? claim('clock', clock.at, 6 * registerBytes(clock.type)) : []),
    ...claim('mppt', mpptCountAt, 1),
    ...claim('phases', phaseCountAt, 1),
    ...claim('block', modbusBlock?.at, 3),
  ]
}

it('names every sensor type and id once', () => {
  expect(new Set(profiles.map((profile) => requireRecord(profile).sensorType)).size).toBe(profiles.length)
  expect(new Set(profiles.map((profile) => profile.id)).size).toBe(profiles.length)
  for (const profile of profiles) {
    expect(profileOfSensorType(requireRecord(profile).sensorType)).toBe(profile)
    expect(findProfileById(profile.id)).toBe(profile)
  }
  expect(profileOfSensorType(0x5413)).toBeUndefined()
})

describe.each(profiles)('$id', (profile) => {
  it('lies within its payload without overlap', () => {
    const sorted = claims(profile).sort((a, b) => a[1] - b[1])
    for (const [i, [name, from, to]] of sorted.entries()) {
      expect([name, to <= requireRecord(profile).payloadLength]).toEqual([name, true])
      const next = sorted[i + 1]
      if (next) expect([name, next[0], to <= next[1], from < to]).toEqual([name, next[0], true, true])
    }
  })

  it('knows its quantities, each from one register', () => {
    const registers = requireRecord(profile).fields.map((entry) => entry.quantity)
    expect(new Set(registers).size).toBe(registers.length)
    expect(profileQuantities(profile)?.filter((id) => !isQuantityId(id))).toEqual([])
    for (const rule of profile.computed) expect(registers).not.toContain(rule.quantity)
    for (const group of profile.silentTogether ?? []) for (const id of group) expect(registers).toContain(id)
  })

  it('derives values only from earlier ones', () => {
    const known = new Set<QuantityId>(requireRecord(profile).fields.map((entry) => entry.quantity))
    for (const { quantity, product = [], sum = [], less = [] } of profile.computed) {
      for (const id of [...product, ...sum, ...less])
        expect([quantity, id, known.has(id)]).toEqual([quantity, id, true])
      known.add(quantity)
    }
  })

  it('scales to base units by a whole factor or a whole divisor', () => {
    for (const { scale } of requireRecord(profile).fields)
      expect(Number.isInteger(scale >= 1 ? scale : Number((1 / scale).toFixed(9)))).toBe(true)
  })

  it('states step and roll-over of its counters', () => {
    for (const entry of requireRecord(profile).fields) {
      const counter = getQuantity(entry.quantity).kind === 'counter'
      const register = counterRegister(profile, entry.quantity)
      expect(register !== undefined).toBe(counter)
      if (register) expect(register.wrapsAtWh).toBe(entry.scale * 2 ** (8 * registerBytes(entry.type)))
    }
  })

  it('decodes what was encoded', () => {
    const serial = fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${requireRecord(profile).serial.length}}$`))
    fc.assert(
      fc.property(
        recordOf(profile),
        textsOf(profile),
        serial,
        clock,
        fc.boolean(),
        (values, texts, deviceSerial, deviceClock, buffered) => {
          const payload = encodeRecord(profile, { ...header, buffered }, { deviceSerial, values, texts, deviceClock })
          expect(payload).toHaveLength(requireRecord(profile).payloadLength)
          expect(decodeDataHeader(payload)).toEqual({
            ...header,
            buffered,
            sensorType: requireRecord(profile).sensorType,
          })
          const decoded = decodeSound(payload)
          expect(decoded).toMatchObject({
            deviceSerial,
            deviceType: profile.deviceType,
            profileId: profile.id,
            texts,
            values,
          })
          expect(decoded.deviceClock).toEqual(requireRecord(profile).clock ? deviceClock : undefined)
          const computed = new Set<string | undefined>(profile.computed.map((rule) => rule.quantity))
          expect(decoded.complaints.filter(({ quantity }: Complaint) => !computed.has(quantity))).toEqual([])
          for (const id of Object.keys(decoded.values)) expect(id in values || computed.has(id)).toBe(true)
        },
      ),
    )
  })

  it('rounds a value to the step of its register', () => {
    for (const entry of requireRecord(profile).fields) {
      const [min, max] = boundsOf(entry)
      const value = (min > 0 ? min : 0) + (max > 20 * entry.scale ? 10.4 : 0.4) * entry.scale
      const { values } = decodeSound(
        encodeRecord(profile, header, { deviceSerial: 'FX1', values: { [entry.quantity]: value } }),
      )
      expect([entry.quantity, Math.abs((values[entry.quantity] ?? 0) - value) <= entry.scale / 2]).toEqual([
        entry.quantity,
        true,
      ])
    }
  })

  it('leaves out blanks, impossible values and zero totals, and reports them', () => {
    const impossible = Object.fromEntries(requireRecord(profile).fields.map((entry) => [entry.quantity, 1e300]))
    const { values, complaints } = decodeSound(
      encodeRecord(profile, header, { deviceSerial: 'FX1', values: impossible }),
    )
    for (const { quantity, type } of requireRecord(profile).fields) {
      if (values[quantity] !== undefined) {
        const { min, max } = getQuantity(quantity)
        expect([quantity, values[quantity] >= min && values[quantity] <= max]).toEqual([quantity, true])
      } else expect([type, complaints.some((complaint) => complaint.quantity === quantity)]).toEqual([type, true])
    }
    const empty = decodeSound(encodeRecord(profile, header, { deviceSerial: 'FX1', values: {} }))
    const totals = requireRecord(profile).fields.filter(
      ({ quantity }) => getQuantity(quantity).kind === 'counter' && !getQuantity(quantity).daily,
    )
    expect(empty.complaints.filter(({ code }) => code === 'zero-total').map(({ quantity }) => quantity)).toEqual(
      totals.map(({ quantity }) => quantity),
    )
    for (const { quantity } of totals) expect(quantity in empty.values).toBe(false)
  })

  it('reads a payload cut anywhere without harm', () => {
    const whole = encodeRecord(profile, header, { deviceSerial: 'FX1', values: {} })
    for (let length = 0; length < whole.length; length++) {
      const decoded = decodeData(whole.slice(0, length))
      if ('undecoded' in decoded)
        expect(['short-payload', ...(requireRecord(profile).lengths ? ['unknown-length'] : [])]).toContain(
          decoded.undecoded,
        )
      else if (!requireRecord(profile).lengths)
        expect(decoded.complaints).toContainEqual({ code: 'short-payload', raw: length })
    }
  })
})

describe('decodeData', () => {
  it('keeps the serial of an unknown type', () => {
    const profile = findProfileById('solis-0507')
    const payload = profile && encodeRecord(profile, header, { deviceSerial: 'FX12345678', values: {} })
    payload?.set([0x13, 0x54], 1)
    expect(decodeData(payload ?? new Uint8Array())).toEqual({
      undecoded: 'unknown-sensor-type',
      sensorType: 0x5413,
      deviceSerial: 'FX12345678',
    })
  })

  it('keeps a record that is too long or short for its layout, with the reason', () => {
    const profile = findProfileById('sofar-270a')
    if (!profile) throw new Error('sofar-270a')
    const whole = encodeRecord(profile, header, { deviceSerial: 'FX1', values: { acPowerW: 5_000, pv2PowerW: 2_500 } })
    expect(decodeData(whole.slice(0, 834))).toEqual({ undecoded: 'unknown-length', sensorType: 0x270a })
    const shorter = decodeSound(whole.slice(0, 1421))
    expect(shorter.values).toMatchObject({ acPowerW: 5_000, pv2PowerW: 2_500 })
    expect(shorter.complaints.map(({ code }) => code)).not.toContain('short-payload')
  })

  it('refuses a record without a serial', () => {
    const profile = findProfileById('solis-0507')
    const payload = profile && encodeRecord(profile, header, { deviceSerial: '', values: {} })
    expect(decodeData(payload ?? new Uint8Array())).toEqual({ undecoded: 'no-serial', sensorType: 0x0507 })
  })

  it('never throws on noise of any type', () => {
    const types = [...profiles.map((profile) => requireRecord(profile).sensorType), 0x5413]
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 1500, size: 'max' }), (type, payload) => {
        payload.set([type & 0xff, type >> 8].slice(0, Math.max(0, payload.length - 1)), Math.min(1, payload.length))
        decodeData(payload)
      }),
    )
  })
})
