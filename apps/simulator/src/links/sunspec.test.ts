import { describe, expect, it } from 'vitest'
import { fleet } from '../fleet.ts'
import { advance, createPlantModel, newPlantState } from '../plant-model.ts'
import { computeMoment, type Moment } from '../readings.ts'
import { answerSunSpec } from './sunspec.ts'
import { SUNSPEC_BASE } from './sunspec-words.ts'

const spec = fleet.find(({ links }) => links?.includes('sunspec'))
if (!spec) throw new Error('no plant speaks SunSpec')
const model = createPlantModel(spec, [], 1)
const startMs = Date.UTC(2026, 5, 1)
const momentOf = (atMs: number): Moment =>
  computeMoment(model, advance(model, newPlantState(model, startMs), atMs), atMs)
const noonMs = startMs + 15 * 86_400_000 + 11 * 3_600_000

function read(atMs: number, unit: number, address: number, count: number) {
  const answer = answerSunSpec({ model, momentAt: momentOf, now: () => atMs, steps: [] })
  for (;;) {
    const reply = answer({ unit, fn: 3, address, count })
    // Now and then a device is busy.
    if (reply === undefined || !('exception' in reply) || reply.exception !== 6) return reply
  }
}

/** Numbers and lengths of the models of a unit, as a client walks them. */
function walk(unit: number): readonly [number, number, number][] {
  const models: [number, number, number][] = []
  for (let address = SUNSPEC_BASE + 2; ; ) {
    const header = read(noonMs, unit, address, 2)
    if (!Array.isArray(header)) throw new Error(`no header at ${address}`)
    const [id = 0xffff, length = 0] = header
    if (id === 0xffff) return models
    models.push([id, length, address])
    address += 2 + length
  }
}

describe('the devices of a house that speak SunSpec', () => {
  it('have the models of an inverter and of a meter, at odd addresses', () => {
    expect(read(noonMs, 1, SUNSPEC_BASE, 2)).toEqual([0x5375, 0x6e53])
    expect(walk(1).map(([id, length]) => [id, length])).toEqual([
      [1, 65],
      [103, 50],
      [160, 48],
    ])
    expect(walk(240).map(([id, length]) => [id, length])).toEqual([
      [1, 65],
      [203, 105],
    ])
  })

  it('show the powers and totals of the plant', () => {
    const { powers, now } = momentOf(noonMs)
    const at = walk(1).find(([id]) => id === 103)?.[2] ?? 0
    const words = read(noonMs, 1, at, 52)
    if (!Array.isArray(words)) throw new Error('no words')
    expect(words[14]).toBe(Math.round(powers.inverters[0]?.acW ?? -1))
    expect((words[24] ?? 0) * 0x10000 + (words[25] ?? 0)).toBe(Math.floor((now.generation[0]?.total ?? 0) / 10) * 10)
  })

  it('sleep at night and say so, with the totals of the day; no other unit is there', () => {
    const nightMs = noonMs + 12 * 3_600_000
    const at = walk(1).find(([id]) => id === 103)?.[2] ?? 0
    const words = read(nightMs, 1, at, 52)
    if (!Array.isArray(words)) throw new Error('no words')
    expect([words[14], words[38]]).toEqual([0, 2])
    const totalWh = momentOf(nightMs).now.generation[0]?.total ?? 0
    expect((words[24] ?? 0) * 0x10000 + (words[25] ?? 0)).toBe(Math.floor(totalWh / 10) * 10)
    expect(read(nightMs, 240, SUNSPEC_BASE, 2)).toEqual([0x5375, 0x6e53])
    expect(read(noonMs, 2, SUNSPEC_BASE, 2)).toEqual({ exception: 0x0b })
    expect(read(noonMs, 1, SUNSPEC_BASE + 400, 2)).toEqual({ exception: 2 })
  })
})
