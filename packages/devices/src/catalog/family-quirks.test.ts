import type { Values } from '@heliograph/domain/reading.ts'
import { describe, expect, it } from 'vitest'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { describedMaps } from '../reads/register-map/load-maps.ts'
import { familyImage } from '../testing/family-image.ts'
import { answerFrom, finish, type RegisterImage, readRound } from '../testing/register-image.ts'
import { openDevice, probeEndpoint } from './modbus-devices.ts'

const mapNamed = (id: string): DescribedMap => {
  const map = describedMaps().find((entry) => entry.id === id)
  if (!map) throw new Error(id)
  return map
}

/** What devices write into the registers that name them. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'huawei-sun2000': { 'info-model': 'SUN2000-8KTL-M1' },
  'huawei-emma': { 'emma-model': 'EMMA-A02' },
  'goodwe-et': { 'model-name': 'GW10K-ET' },
  'goodwe-dt': { 'model-name': 'GW6000-DT' },
  'solax-g4': { 'manufacturer-name': 'SolaX', 'serial-number': 'H34A10I1234567' },
  'foxess-h1': { 'model-name': 'H1-5.0-E' },
  'foxess-h3': { 'model-name': 'H3-10.0-E' },
  'victron-gx': { 'system-serial': 'c0619ab12345' },
  'shelly-em': { 'model-name': 'SPEM-003CEBEU', 'mac-address': 'AABBCCDDEEFF' },
  'sungrow-sg': { 'serial-number': 'A2082500123' },
  'sofar-hybrid': { 'device-serial-number': 'SM1E123456789' },
  'sofar-g3': { 'device-serial-number': 'SS1ES1234567' },
}
const USUAL_NAME = 'AB12345678'

/** The registers by which a family is recognized, as one of its devices has them. */
function identityOf({ id, device }: DescribedMap): Record<string, number | string> {
  const texts: Record<string, number | string> = {}
  for (const test of device.identify.tests) {
    if (test.matches !== undefined) texts[test.item] = names[id]?.[test.item] ?? USUAL_NAME
    else if (test.in) texts[test.item] = test.in[0] ?? 0
    else if (test.notIn) texts[test.item] = 999
    else if (test.between)
      texts[test.item] = test.item.includes('frequency') ? 50 : (test.between[0] + Math.min(test.between[1], 400)) / 2
  }
  return texts
}

function imageOf(id: string, values: Values = {}, more: Record<string, number | string> = {}): RegisterImage {
  const map = mapNamed(id)
  const unit = map.device.units[0] ?? 1
  return familyImage(map, { unit, form: { mppt: 4, phases: 3, strings: 4 } }, values, { ...identityOf(map), ...more })
}

function read(image: RegisterImage, expected: string) {
  const answer = answerFrom(image, 0)
  const candidate = finish(probeEndpoint(), answer).find(({ profileId }) => profileId === expected)
  const reader = candidate && finish(openDevice(candidate), answer)
  if (!reader || !('decode' in reader)) throw new Error(`${expected} was not opened`)
  return { reader, decoded: readRound(reader, answer)[0] }
}

describe('a search', () => {
  it.each(describedMaps().map(({ id }) => id))('finds %s by its registers, before any other', (id) => {
    const found = finish(probeEndpoint(), answerFrom(imageOf(id), 0))
    const { confidence } = mapNamed(id).device.identify
    expect(found.map(({ profileId }) => profileId)).toContain(id)
    expect(found[0]?.confidence).toBeLessThanOrEqual(Math.max(confidence, 0.5))
  })

  it('asks the first unit twice where it is absent, and a further one once', () => {
    const asked: number[] = []
    const found = finish(probeEndpoint(), ({ unit }) => {
      asked.push(unit)
      return undefined
    })
    expect(found).toEqual([])
    expect(asked).toEqual([1, ...new Set(asked)])
  })

  it('never takes another device for the one that was added', () => {
    const image = imageOf('huawei-sun2000', {}, { 'info-serial-number': 'HV1234567890' })
    const [candidate] = finish(probeEndpoint(), answerFrom(image, 0))
    const other = imageOf('huawei-sun2000', {}, { 'info-serial-number': 'HV9999999999' })
    expect(candidate && finish(openDevice(candidate), answerFrom(other, 0))).toEqual({ otherSerial: 'HV9999999999' })
  })
})

describe('quirks of families', () => {
  it('has the pace that Huawei needs after connecting', () => {
    const { reader } = read(imageOf('huawei-sun2000', {}, { 'info-serial-number': 'HV1234567890' }), 'huawei-sun2000')
    expect(reader.pace).toMatchObject({ connectPauseMs: 2_000, timeoutMs: 15_000 })
    expect(reader.isSingle).toBe(true)
  })

  it('takes the frequency of a WiNet-S by the scale that is possible, and notes it', () => {
    // 5000 where the inverter itself sends 500.
    const { decoded } = read(imageOf('sungrow-sg', { acPowerW: 3000 }, { 'grid-frequency': 500 }), 'sungrow-sg')
    expect(decoded?.values.acFrequencyHz).toBe(50)
    expect(decoded?.texts['scale.acFrequencyHz']).toBe('0.01')
  })

  it('shows no power of a phase that is half blank', () => {
    const image = imageOf('sungrow-sg', { acPowerW: 3000 }, { 'meter-phase-a-power': 5_111_807 })
    const { decoded } = read(image, 'sungrow-sg')
    expect(decoded?.values.grid1PowerW).toBeUndefined()
    expect(decoded?.complaints).toContainEqual({ code: 'out-of-range', quantity: 'grid1PowerW', raw: 5_111_807 })
  })

  it('takes no power from a meter that is not there', () => {
    const values = { gridPowerW: 500, acPowerW: 1000 }
    const [on, off] = [1, 0].map(
      (status) => read(imageOf('huawei-sun2000', values, { 'meter-status': status }), 'huawei-sun2000').decoded?.values,
    )
    expect(on).toMatchObject(values)
    const image = imageOf('huawei-sun2000', values)
    image.get(1)?.get(3)?.set(37_100, 0)
    expect(read(image, 'huawei-sun2000').decoded?.values.gridPowerW).toBeUndefined()
    expect(off).toBeDefined()
  })

  it('keeps a lifetime counter of 0 to itself, and today as it is', () => {
    const { decoded } = read(imageOf('goodwe-dt', { generationTodayWh: 0, acPowerW: 100 }), 'goodwe-dt')
    expect(decoded?.values.generationTotalWh).toBeUndefined()
    expect(decoded?.values.generationTodayWh).toBe(0)
    expect(decoded?.complaints).toContainEqual(
      expect.objectContaining({ code: 'zero-total', quantity: 'generationTotalWh' }),
    )
  })
})
