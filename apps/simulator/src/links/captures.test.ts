import { readFileSync } from 'node:fs'
import { parseTelegram } from '@heliograph/wires/meter/telegram.ts'
import { describe, expect, it } from 'vitest'
import { openHome } from '../testing/open-home.ts'
import { goodwe } from './families.ts'
import { answerNative } from './native-modbus.ts'
import { inverterMessages } from './opendtu.ts'
import { createTelegrams } from './p1-meter.ts'
import { shellyReplies } from './shelly.ts'
import { answerSunSpec } from './sunspec.ts'

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../packages/devices/src/${path}`, import.meta.url), 'utf8'))
const listOf = <Item>(file: unknown): readonly Item[] =>
  Array.isArray(file)
    ? file
    : ((file as { items?: readonly Item[] }).items ?? (file as { images: readonly Item[] }).images)
const find = <Item extends { id: string }>(path: string, id: string): Item => {
  const found = listOf<Item>(read(path)).find((item) => item.id === id)
  if (found === undefined) throw new Error(`no capture ${id}`)
  return found
}
/** Digits stand for any: two values of one resolution and width have one shape. */
const shapeOf = (text: string): string => text.replace(/[0-9A-F]/g, '9').replace(/[SW]\)/g, '*)')
const noonOf = (test: ReturnType<typeof openHome>): number => test.untilMs - 12 * 3_600_000

describe('what the simulated devices send has the shape of what real ones sent', () => {
  it('P1 of DSMR 5: the same codes, widths, units and sum', () => {
    const { telegram } = find<{ id: string; telegram: string }>('reads/obis/fixtures/p1.json', 'p1-dsmr5')
    const test = openHome('p1', 7)
    const own = createTelegrams(test.home)(test.turn(noonOf(test)))
    expect(parseTelegram(Buffer.from(own, 'latin1'))).not.toBeTypeOf('string')
    const linesOf = (text: string): readonly string[] => text.split('\r\n').filter((line) => line.includes('('))
    const codeOf = (line: string): string => line.slice(0, line.indexOf('('))
    const real = new Map(linesOf(telegram).map((line) => [codeOf(line), shapeOf(line)]))
    // The second meter of gas and heat is not there.
    expect(linesOf(own).map(codeOf)).toEqual([...real.keys()].filter((code) => !code.startsWith('0-2:')))
    // Serial numbers and currents have as many digits as they need.
    for (const line of linesOf(own))
      if (!/96\.1\.|\.7\.0\([\d.]+\*A/.test(line)) expect(shapeOf(line)).toBe(real.get(codeOf(line)))
  })

  it('OpenDTU: the same topics and decimals', () => {
    type Capture = { id: string; messages: readonly { topic: string; payload: string }[] }
    const { messages } = find<Capture>('reads/mqtt/fixtures/mqtt.json', 'opendtu-1')
    const test = openHome('opendtu', 7)
    const own = new Map(inverterMessages('116183000001', test.turn(noonOf(test)), false))
    const decimals = (payload: string | undefined): number => payload?.split('.')[1]?.length ?? 0
    for (const { topic, payload } of messages) {
      expect(own.get(topic), topic).toMatch(/^\d+\.\d+$/)
      expect(decimals(own.get(topic))).toBe(decimals(payload))
    }
  })

  it('Shelly Pro 3EM: at least the same fields, of the same types', () => {
    type Capture = { id: string; routes: readonly { path: string; query?: object; body: Record<string, unknown> }[] }
    const { routes } = find<Capture>('reads/http-json/fixtures/http.json', 'shelly-gen2')
    const test = openHome('shelly', 7)
    const own = shellyReplies('02AABBCCDDEE', test.turn(noonOf(test)))
    const compare = (real: object, simulated: object, path: string): void => {
      for (const [key, value] of Object.entries(real)) {
        const other = (simulated as Record<string, unknown>)[key]
        expect(typeof other, `${path} ${key}`).toBe(typeof value)
        if (value !== null && typeof value === 'object') compare(value, other as object, `${path} ${key}`)
      }
    }
    for (const { path, query, body } of routes) compare(body, own[query ? `${path}?id=0` : path] ?? {}, path)
  })

  it('GoodWe ET: the same blocks, names and orders of magnitude', () => {
    type Capture = { id: string; units: Record<string, { holding: Record<string, readonly number[]> }> }
    const { units } = find<Capture>('testing/fixtures/modbus-native.json', 'goodwe-et-10k')
    const test = openHome('goodwe', 7)
    test.turn(noonOf(test))
    const answer = answerNative(test.home, goodwe)
    const ask = (address: number, count: number): readonly number[] => {
      const words = answer({ unit: 247, fn: 3, address, count })
      if (words === undefined || !('length' in words)) throw new Error(`no words at ${address}`)
      return words
    }
    const blocks = Object.entries(units[247]?.holding ?? {})
    expect(blocks.length).toBeGreaterThan(2)
    for (const [address, words] of blocks) expect(ask(Number(address), words.length)).toHaveLength(words.length)
    const wordAt = (address: number): number => {
      const [start, words] =
        blocks.find(([at, held]) => address >= Number(at) && address < Number(at) + held.length) ?? []
      return words?.[address - Number(start)] ?? Number.NaN
    }
    // Volts in tenths, hertz in hundredths, percent in whole steps.
    for (const [address, share] of [
      [35_121, 0.1],
      [35_123, 0.1],
      [36_014, 0.1],
      [37_008, 0.1],
    ] as const)
      expect(Math.abs((ask(address, 1)[0] ?? 0) / wordAt(address) - 1)).toBeLessThan(share)
    const text = (words: readonly number[]): string =>
      Buffer.from(words.flatMap((word) => [word >> 8, word & 255])).toString()
    expect(text(ask(35_011, 5)).slice(0, 2)).toBe('GW')
    expect(text(ask(35_003, 8))).toMatch(/^9\d{3}KETF/)
  })

  it('SunSpec: models as long as those of a real chain', () => {
    type Capture = { id: string; units: Record<string, { holding: Record<string, readonly number[]> }> }
    const { units } = find<Capture>('testing/fixtures/modbus-sunspec.json', 'sunspec-sma-2023')
    const [address, real] = Object.entries(Object.values(units)[0]?.holding ?? {})[0] ?? ['', []]
    const lengths = (words: readonly number[]): ReadonlyMap<number, number> => {
      const found = new Map<number, number>()
      for (let at = 2; at < words.length && words[at] !== 0xffff; at += 2 + (words[at + 1] ?? 0))
        found.set(words[at] ?? 0, words[at + 1] ?? 0)
      return found
    }
    const test = openHome('sunspec', 7)
    test.turn(noonOf(test))
    const answer = answerSunSpec(test.home)
    const own: number[] = []
    for (let at = 0; at < 160; at += 40)
      for (;;) {
        const words = answer({ unit: 1, fn: 3, address: Number(address) + at, count: 40 })
        if (words === undefined || !('length' in words)) continue
        own.push(...words)
        break
      }
    expect(own.slice(0, 2)).toEqual(real.slice(0, 2))
    // Integer inverters of one and of three phases are equally long.
    expect(lengths(own).get(103)).toBe(lengths(real).get(101))
  })
})
