import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { createMeterStream } from '@heliograph/wires/meter/stream.ts'
import { type SmlEntry, writeSml } from '@heliograph/wires/testing/write-sml.ts'
import { describe, expect, it } from 'vitest'
import vectors from './fixtures/p1.json' with { type: 'json' }
import { readObis } from './obis.ts'

const readBytes = (bytes: Uint8Array) =>
  createMeterStream()
    .push(bytes)
    .map(({ telegram }) => readObis(telegram))
const readText = (text: string) => readBytes(Buffer.from(text, 'latin1'))
const plain = (lines: string) => readText(`/XXX5METER\r\n\r\n${lines.replaceAll('\n', '\r\n')}\r\n!\r\n`)[0]?.values

const server = Uint8Array.of(0x0a, 1, 0x44, 0x5a, 0x47, 0, 2, 0x82, 0x22, 0x5e)
const imported: SmlEntry = { obis: [1, 0, 1, 8, 0, 255], value: 172433683, unit: 30, scaler: -1 }
const emh: SmlEntry = { obis: [129, 129, 199, 130, 3, 255], value: 'EMH' }
const absolute: SmlEntry = { obis: [1, 0, 15, 7, 0, 255], value: 1371, unit: 27, scaler: -1 }
const signedPower = (value: number, size: number): SmlEntry => ({
  obis: [1, 0, 16, 7, 0, 255],
  value,
  unit: 27,
  scaler: -2,
  size,
})
const sml = (...entries: SmlEntry[]) => readBytes(writeSml(server, entries))[0]

describe('telegrams of meters', () => {
  it.each(vectors.items.map((item) => [item.title, item] as const))('of %s are read by value', (_, item) => {
    const [decoded] = readText(item.telegram)
    for (const { quantity, value, tolerance } of item.expect) {
      const found = decoded?.values[quantity as QuantityId]
      expect(found, quantity).toBeDefined()
      expect(Math.abs((found ?? 0) - value), quantity).toBeLessThanOrEqual(tolerance)
    }
    expect(decoded?.deviceType).toBe('SMART_METER')
  })

  it('name the meter by its own number', () => {
    const serials = vectors.items.map(({ id, telegram }) => [id, readText(telegram)[0]?.deviceSerial])
    expect(Object.fromEntries(serials)).toMatchObject({
      'p1-dsmr5': 'KH33333333333333',
      'p1-luxembourg': 'KH333333333333333',
      'd0-easymeter-q3db': '0272031312565',
    })
  })

  it('have the clock of the meter', () => {
    const item = vectors.items.find(({ id }) => id === 'p1-dsmr5')
    expect(readText(item?.telegram ?? '')[0]?.deviceClock).toEqual({
      year: 2017,
      month: 1,
      day: 2,
      hour: 19,
      minute: 20,
      second: 2,
    })
  })
})

describe('energies of a meter', () => {
  it('are the total where it is sent, else the sum of the tariffs', () => {
    // Each register is cut to its own last digit, so their sum is another number.
    expect(plain('1-0:1.8.0(000173.640*kWh)\n1-0:1.8.1(000047.718*kWh)\n1-0:1.8.2(000125.921*kWh)')).toEqual({
      gridImportTotalWh: 173_640,
    })
    expect(plain('1-0:1.8.1(000047.719*kWh)\n1-0:1.8.2(000125.921*kWh)\n1-0:2.8.1(000001.000*kWh)')).toEqual({
      gridImportTotalWh: 173_640,
      gridExportTotalWh: 1_000,
    })
  })

  it('are read in the unit that stands there', () => {
    expect(plain('1-0:1.8.0(0173640*Wh)\n1-0:1.7.0(0244*W)')).toEqual({ gridImportTotalWh: 173_640, gridPowerW: 244 })
    expect(plain('1.8.0*00(000173.640*kWh)')).toEqual({ gridImportTotalWh: 173_640 })
    expect(plain('1-0:1.8.0(0000173640)\n1-0:1.7.0(00.244*kW)')).toEqual({ gridPowerW: 244 })
    expect(plain('1-0:1.8.0(0000173640*kvarh)\n1-0:1.7.0(00.244*kW)')).toEqual({ gridPowerW: 244 })
  })
})

describe('a meter of mode C or D', () => {
  it('has its total, not those of past days and billing periods', () => {
    const past = '1-0:1.8.0*96(00019.3*kWh)\n1-0:1.8.0*100(15882.6*kWh)\n1-0:1.8.0*01(0000010.2*kWh)'
    expect(plain(`1-0:1.8.0*255(015882.6927*kWh)\n${past}`)).toEqual({ gridImportTotalWh: 15_882_692.7 })
    expect(plain(`${past}\n1-0:1.8.0*255(015882.6927*kWh)`)).toEqual({ gridImportTotalWh: 15_882_692.7 })
    expect(plain(past)).toEqual({})
    expect(sml(imported, { ...imported, obis: [1, 0, 1, 8, 0, 96], value: 5 })?.values).toEqual({
      gridImportTotalWh: 17_243_368.3,
    })
    expect(plain('1.8.0(0094.5*kWh)\n1.8.0*00(0000000.0*kWh)')).toEqual({ gridImportTotalWh: 94_500 })
  })

  it('is read by channel 1, by codes of two parts, and with spaces for signs and units', () => {
    expect(plain('1-1:1.8.0(0000094.5*kWh)\n1-1:36.7.0(-000.82*kW)\n1-1:16.7.0( 000.03*kW)')).toEqual({
      gridImportTotalWh: 94_500,
      gridPowerW: 30,
      grid1PowerW: -820,
    })
    expect(plain('1-0:1.8.0*255(0054321 kWh)\n14.7(49.96*Hz)\n32.7(238.3*V)')).toEqual({
      gridImportTotalWh: 54_321_000,
      gridFrequencyHz: 49.96,
      ac1VoltageV: 238.3,
    })
  })

  it('is read beside lines that say no energy, and behind a mark of its block', () => {
    const block =
      '\u00021-1:F.F(00000000)\nFF(00000000)\n0-0:C.1.0*255(12345678)\n1-1:C.5(0000E0F0)\n1-1:0.5.1.2(80.000*kW)'
    expect(plain(`${block}\n1.8.0(0094.5*kWh)`)).toEqual({ gridImportTotalWh: 94_500 })
    expect(plain(`${block}\n1.8.0(0094.5*k`)).toBeUndefined()
  })

  it('without a number of its own has that of its model', () => {
    expect(readText('/ISk5\\2MT382-1004\r\n\r\n0-0:96.1.1(00000000000000)\r\n!\r\n')[0]?.deviceSerial).toBe(
      'ISk5\\2MT382-1004',
    )
  })
})

describe('the power at a meter', () => {
  it('is import less export, or what carries its sign itself', () => {
    expect(plain('1-0:1.7.0(00.100*kW)\n1-0:2.7.0(00.300*kW)')).toEqual({ gridPowerW: -200 })
    expect(plain('1-0:1.7.0*255(-000123.45*W)')).toEqual({ gridPowerW: -123.45 })
    expect(sml(imported, signedPower(-29912, 4))?.values).toEqual({
      gridImportTotalWh: 17_243_368.3,
      gridPowerW: -299.12,
    })
  })

  it('of DZG meters that shorten positive values too far is what they measured', () => {
    const serial = (number: number) => Uint8Array.of(10, 1, 0x44, 0x5a, 0x47, 0, ...bytesOf(number))
    const bytesOf = (number: number) => [number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255]
    const power = (number: number, value: number, size: number) =>
      readBytes(writeSml(serial(number), [imported, signedPower(value, size)]))[0]?.values.gridPowerW
    // 356.24 W in two bytes that have no place for a sign.
    expect(power(42_000_000, 35_624 - 65_536, 2)).toBe(356.24)
    expect(power(58_999_999, 200 - 256, 1)).toBe(2)
    expect(power(42_000_000, 29_912, 2)).toBe(299.12)
    // Their export has four bytes, and later meters are right.
    expect(power(42_000_000, -126_061, 4)).toBe(-1260.61)
    expect(power(60_000_000, -10_550, 2)).toBe(-105.5)
    expect(power(40_051_478, -31_064, 2)).toBe(-310.64)
  })

  it('without a sign has that of the status of an EMH meter', () => {
    expect(sml(emh, { ...imported, status: 0x182 }, absolute)?.values.gridPowerW).toBe(137.1)
    expect(sml(emh, { ...imported, status: 0x1b0 }, absolute)?.values.gridPowerW).toBe(-137.1)
  })

  it('without a sign is that of the only counter, and unknown between two', () => {
    const exported: SmlEntry = { ...imported, obis: [1, 0, 2, 8, 0, 255] }
    expect(sml(imported, absolute)?.values.gridPowerW).toBe(137.1)
    expect(sml(exported, absolute)?.values.gridPowerW).toBe(-137.1)
    expect(sml(imported, exported, absolute)?.values.gridPowerW).toBeUndefined()
  })

  it('is unknown while the PIN of an SML meter is not entered, and a hint says so', () => {
    const found = sml({ ...imported, value: 13024000, scaler: 0 })
    expect(found?.values).toEqual({ gridImportTotalWh: 13_024_000 })
    expect(found?.texts).toEqual({ pin: 'locked' })
    expect(sml(imported, absolute)?.texts).toEqual({})
  })
})

describe('an SML meter', () => {
  it('has phases, and more entries than one length byte counts', () => {
    const phase = (c: number, value: number, unit: number, scaler: number): SmlEntry => ({
      obis: [1, 0, c, 7, 0, 255],
      value,
      unit,
      scaler,
      size: 4,
    })
    const found = sml(
      imported,
      phase(16, 687, 27, 0),
      phase(36, 458, 27, 0),
      phase(56, 32, 27, 0),
      phase(76, 197, 27, 0),
      phase(32, 2322, 35, -1),
      phase(52, 2305, 35, -1),
      phase(72, 2320, 35, -1),
      phase(31, 107, 33, -2),
      phase(14, 500, 44, -1),
      ...Array.from({ length: 8 }, (_, n): SmlEntry => ({ obis: [1, 0, 96, 50, n, 1], value: 'x'.repeat(20) })),
    )
    expect(found?.deviceSerial).toBe('0a01445a47000282225e')
    expect(found?.values).toEqual({
      gridImportTotalWh: 17_243_368.3,
      gridPowerW: 687,
      grid1PowerW: 458,
      grid2PowerW: 32,
      grid3PowerW: 197,
      ac1VoltageV: 232.2,
      ac2VoltageV: 230.5,
      ac3VoltageV: 232,
      ac1CurrentA: 1.07,
      gridFrequencyHz: 50,
    })
  })
})
