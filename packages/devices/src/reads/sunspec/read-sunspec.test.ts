import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFrom, finish, putWords, type RegisterImage, readRound } from '../../testing/register-image.ts'
import { chainWords, type ModelImage } from '../../testing/sunspec-image.ts'
import { roleOf } from './meter.ts'
import { findModel } from './models.ts'
import { readModel } from './point.ts'
import { openSunSpec, probeSunSpec } from './read-sunspec.ts'

const common = (more: Record<string, string> = {}, pad = 0): ModelImage => ({
  id: 1,
  points: { Mn: 'Maker', Md: 'Model', SN: 'S-1', Vr: '1.0', ...more },
  pad,
})
const inverter: ModelImage = {
  id: 103,
  points: { W: 500, W_SF: 1, Hz: 5000, Hz_SF: -2, WH: 1234, WH_SF: 3, DCW: 520, DCW_SF: 1, St: 4 },
}

function imageOf(models: readonly ModelImage[], { base = 40_000, unit = 1, hasEnd = true } = {}): RegisterImage {
  const image: RegisterImage = new Map()
  putWords(image, unit, 3, base, chainWords(models, { hasEnd }))
  return image
}

function read(image: RegisterImage, unit = 1) {
  const answer = answerFrom(image)
  const [candidate] = finish(probeSunSpec(unit), answer)
  const reader = candidate && finish(openSunSpec(candidate), answer)
  if (!candidate || !reader || !('decode' in reader)) throw new Error('not opened')
  return { candidate, reader, devices: readRound(reader, answer) }
}

describe('a SunSpec device', () => {
  it.each([40_000, 40_001, 39_999, 50_000, 50_001, 0, 1])('is found from base %i', (base) => {
    expect(read(imageOf([common(), inverter], { base })).candidate.base).toBe(base)
  })

  it('has a common model of 65 or 66 registers, a marker at its end or none', () => {
    for (const pad of [0, -1])
      for (const hasEnd of [true, false]) {
        const [device] = read(imageOf([common({}, pad), inverter], { hasEnd })).devices
        expect(device).toMatchObject({ deviceSerial: 'S-1', values: { acPowerW: 5000, generationTotalWh: 1_234_000 } })
      }
  })

  it('refuses a block whose scale factor is outside the standard', () => {
    for (const W_SF of [11, -11, 100]) {
      const [device] = read(imageOf([common(), { id: 103, points: { ...inverter.points, W_SF } }])).devices
      expect(device?.values).toEqual({})
      expect(device?.complaints).toEqual([{ code: 'out-of-range', raw: W_SF }])
    }
  })

  it.each([
    [
      { id: 103, points: { ...inverter.points, Evt1: 0x8001, EvtVnd1: 0x20 } },
      { faultCode1: 0x8001, faultCode2: 0x20 },
    ],
    [{ id: 701, points: { W: 500, W_SF: 1, Alrm: 4 } }, { faultCode1: 4 }],
    [{ id: 802, points: { SoC: 50, SoC_SF: 0, Evt1: 2 } }, { faultCode1: 2 }],
  ] as const)('says its events as fault words: %j', (model, words) => {
    const [device] = read(imageOf([common(), model])).devices
    expect(device?.values).toMatchObject(words)
  })

  it('with a battery says the events of its inverter', () => {
    const battery = { id: 802, points: { SoC: 50, SoC_SF: 0, Evt1: 2 } }
    const [device] = read(imageOf([common(), inverter, battery])).devices
    expect(device?.values.batterySocPercent).toBe(50)
    expect(device?.values.faultCode1).toBeUndefined()
  })

  it('shows nothing for a value whose scale factor is not implemented', () => {
    const { W_SF: _, ...points } = inverter.points as Record<string, number>
    const [device] = read(imageOf([common(), { id: 103, points }])).devices
    expect(device?.values.acPowerW).toBeUndefined()
    expect(device?.values.acFrequencyHz).toBe(50)
  })

  it('reads points with their scale factors in one request, and nothing of a torn one', () => {
    const { reader } = read(imageOf([common(), inverter]))
    const [block] = reader.blocks
    expect(reader.blocks).toEqual([expect.objectContaining({ count: 52, cuts: [] })])
    const words = chainWords([common(), inverter]).slice(70)
    const [whole] = reader.decode([{ block: block!, words: words.slice(0, 52) }])
    expect(Object.keys(whole?.values ?? {}).length).toBeGreaterThan(3)
    const halves = [
      { block: { function: 3, address: block!.address, count: 26 }, words: words.slice(0, 26) },
      { block: { function: 3, address: block!.address + 26, count: 26 }, words: words.slice(26, 52) },
    ] as const
    expect(reader.decode(halves)[0]?.values).toEqual({})
  })

  it('is walked anew at each connect: floats after integers, the same device', () => {
    const ints = read(imageOf([common(), inverter]))
    const floats = imageOf([common(), { id: 113, points: { W: 4999.5, Hz: 50.01, WH: 1_234_567, St: 4 } }])
    const reader = finish(openSunSpec(ints.candidate), answerFrom(floats))
    if (!reader || !('decode' in reader)) throw new Error('not opened')
    expect(readRound(reader, answerFrom(floats))[0]).toMatchObject({
      deviceSerial: 'S-1',
      values: { acPowerW: 4999.5, generationTotalWh: 1_234_567 },
    })
    // Switched while it is connected: the header tells, and nothing is decoded at wrong places.
    expect(readRound(ints.reader, answerFrom(floats))[0]?.values).toEqual({})
  })

  it('is never another one under the same name', () => {
    const { candidate } = read(imageOf([common(), inverter]))
    const other = imageOf([common({ SN: 'S-2' }), inverter])
    expect(finish(openSunSpec(candidate), answerFrom(other))).toEqual({ otherSerial: 'S-2' })
  })

  it('at night has no power, not 0 W, and keeps a total of 0 to itself', () => {
    const [device] = read(imageOf([common(), { id: 103, points: { St: 2, WH: 0, WH_SF: 0 } }])).devices
    expect(device?.values).toEqual({ inverterState: 2 })
    expect(device?.complaints).toEqual([{ code: 'zero-total', quantity: 'generationTotalWh', raw: 0 }])
  })
})

describe('the DC inputs of model 160', () => {
  const scales = { DCA_SF: -1, DCV_SF: -1, DCW_SF: 0, DCWH_SF: 0 }
  const input = (IDStr: string, DCW: number, DCWH = 0) => ({ IDStr, DCA: 10, DCV: 4000, DCW, DCWH })

  it('leave a battery out of the panels by their names', () => {
    const groups = [
      input('MPPT 1', 2000),
      input('MPPT 2', 1000),
      input('StCha 3', 700, 5000),
      input('StDisCha 4', 0, 4000),
    ]
    const models = [common({ Mn: 'Fronius' }), inverter, { id: 160, points: scales, groups: groups } as ModelImage]
    const words = chainWords(
      models.map((model) => (model.id === 160 ? { ...model, points: { ...scales, N: 4 } } : model)),
    )
    const image: RegisterImage = new Map()
    putWords(image, 1, 3, 40_000, words)
    const [device] = read(image).devices
    expect(device?.values).toMatchObject({
      pvPowerW: 3000,
      pv1PowerW: 2000,
      pv2PowerW: 1000,
      batteryPowerW: -700,
      batteryChargeTotalWh: 5000,
      batteryDischargeTotalWh: 4000,
    })
    expect(device?.values.pv3PowerW).toBeUndefined()
  })

  it('leave the third input of a hybrid out where the maker names none', () => {
    const groups = [input('', 2000), input('', 1000), input('', 900)]
    const hybrid: ModelImage = { id: 802, points: { SoC: 50, SoC_SF: 0, ChaSt: 3, W: 900, W_SF: 0 } }
    const inputs: ModelImage = { id: 160, points: { ...scales, N: 3 }, groups }
    const [device] = read(imageOf([common({ Mn: 'KOSTAL' }), inverter, inputs, hybrid])).devices
    expect(device?.values).toMatchObject({ pvPowerW: 3000, batteryPowerW: 900, batterySocPercent: 50 })
    const [plain] = read(imageOf([common({ Mn: 'KOSTAL' }), inverter, inputs])).devices
    expect(plain?.values.pvPowerW).toBe(3900)
  })

  it('are twelve in pieces, and the later ones need scale factors that stayed', () => {
    const groups = Array.from({ length: 12 }, (_, at) => input(`PV${at + 1}`, 100 * (at + 1)))
    const image = imageOf([common(), inverter, { id: 160, points: { ...scales, N: 12 }, groups }])
    const { reader, devices } = read(image)
    expect(reader.blocks.every(({ count }) => count <= 125)).toBe(true)
    expect(devices[0]?.values).toMatchObject({ pv12PowerW: 1200, pvPowerW: 7800 })
    let asked = 0
    const changing = answerFrom(image)
    const [torn] = readRound(reader, (block) => {
      const answer = changing(block)
      asked++
      // The factor of the power jumps before the head is read again.
      return asked === reader.blocks.length && answer && 'words' in answer
        ? { words: answer.words.map((word, at) => (at === 4 ? 1 : word)) }
        : answer
    })
    expect(torn?.values.pv12PowerW).toBeUndefined()
    expect(torn?.values.pv1PowerW).toBe(100)
  })
})

describe('a SunSpec battery', () => {
  const battery = (points: Record<string, number>): ModelImage => ({
    id: 802,
    points: { SoC: 475, SoC_SF: -1, V: 512, V_SF: -1, W_SF: 0, A_SF: -1, ...points },
  })
  const powerOf = (points: Record<string, number>) => read(imageOf([common(), battery(points)])).devices[0]?.values

  it('is discharging where it says so, whatever the sign of its power', () => {
    for (const W of [1612, -1612]) {
      expect(powerOf({ W, ChaSt: 3, A: -315 })).toMatchObject({ batteryPowerW: 1612, batteryCurrentA: 31.5 })
      expect(powerOf({ W, ChaSt: 4, A: -315 })).toMatchObject({ batteryPowerW: -1612, batteryCurrentA: -31.5 })
    }
    expect(powerOf({ W: -5 })).toMatchObject({ batteryPowerW: -5, batterySocPercent: 47.5 })
    expect(powerOf({ A: 100, ChaSt: 4 })).toMatchObject({ batteryPowerW: -512 })
  })
})

describe('a SunSpec meter', () => {
  const meter: ModelImage = { id: 203, points: { W: -2000, W_SF: 0, TotWhExp: 7000, TotWhImp: 9000, TotWh_SF: 0 } }

  it('has import as positive; SolarEdge sends the opposite', () => {
    const plain = read(imageOf([common(), meter])).devices[0]
    expect(plain).toMatchObject({ deviceType: 'SMART_METER', values: { gridPowerW: -2000, gridExportTotalWh: 7000 } })
    const turned = read(imageOf([common({ Mn: 'SolarEdge ' }), meter])).devices[0]
    expect(turned?.values).toMatchObject({ gridPowerW: 2000, gridImportTotalWh: 9000 })
  })

  it('behind an inverter is a device of its own with its own serial number', () => {
    const models = [common(), inverter, common({ SN: 'M-9', Opt: 'Export+Import' }), meter]
    const { devices } = read(imageOf(models))
    expect(devices.map(({ deviceSerial, profileId }) => [deviceSerial, profileId])).toEqual([
      ['S-1', 'sunspec-inverter'],
      ['M-9', 'sunspec-meter'],
    ])
    expect(devices[1]?.texts.meterRole).toBe('grid')
    const inline = read(imageOf([common(), inverter, meter])).devices
    expect(inline.map(({ deviceSerial }) => deviceSerial)).toEqual(['S-1', 'S-1-M1'])
  })

  it('has the role that its options name', () => {
    expect(['Export+Import', 'Production', 'Consumption', 'primary', ''].map(roleOf)).toEqual([
      'grid',
      'generation',
      'load',
      'grid',
      undefined,
    ])
  })
})

it('decodes the images of models that are built here, integers and floats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -32_767, max: 32_767 }),
      fc.integer({ min: -3, max: 2 }),
      fc.integer({ min: 1, max: 0xffff_fffe }).filter((count) => count !== 0x8000_0000),
      (W, W_SF, WH) => {
        const words = chainWords([{ id: 101, points: { W, W_SF, WH, WH_SF: 0 } }]).slice(2)
        const model = findModel(101)
        const block = model && readModel(model, words.slice(0, 52))
        const points = block && 'points' in block ? block.points : {}
        expect(points.W).toBeCloseTo(W * 10 ** W_SF, 6)
        expect(points.WH).toBe(WH)
      },
    ),
  )
})
