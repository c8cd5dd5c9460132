import { readFileSync } from 'node:fs'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { walkChain } from '../reads/sunspec/chain.ts'
import { findModel } from '../reads/sunspec/models.ts'
import { readModel } from '../reads/sunspec/point.ts'
import { answerFrom, finish, putWords, type RegisterImage, readRound } from '../testing/register-image.ts'
import { openDevice, probeEndpoint } from './modbus-devices.ts'

const readFixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../testing/fixtures/${name}.json`, import.meta.url), 'utf8')) as T

type Capture = Readonly<{
  id: string
  units: Record<string, { holding: Record<string, number[]> }>
  chain?: readonly (readonly [number, number, number])[]
  expect: readonly Readonly<{ quantity: string; value?: number; text?: string; tolerance?: number }>[]
}>
const captures = readFixture<{ images: readonly Capture[] }>('modbus-sunspec').images

describe.each(captures.map((capture) => [capture.id, capture] as const))('%s', (_, capture) => {
  const image: RegisterImage = new Map()
  for (const [unit, { holding }] of Object.entries(capture.units))
    for (const [address, words] of Object.entries(holding)) putWords(image, Number(unit), 3, Number(address), words)
  const answer = answerFrom(image)

  it('is found and shows the values that are stated of it', () => {
    const [candidate] = finish(probeEndpoint(), answer)
    expect(candidate).toMatchObject({ wire: 'sunspec', why: 'sunspec', unit: Number(Object.keys(capture.units)[0]) })
    const reader = candidate && finish(openDevice(candidate), answer)
    if (!reader || !('decode' in reader)) throw new Error('not opened')
    const [decoded] = readRound(reader, answer)
    for (const { quantity, value = Number.NaN, text, tolerance = 0 } of capture.expect) {
      if (text !== undefined) expect(decoded?.deviceSerial).toBe(text)
      else {
        const shown = decoded?.values[quantity as QuantityId] ?? Number.NaN
        expect([quantity, shown, Math.abs(shown - value) <= tolerance + 1e-9]).toEqual([quantity, shown, true])
      }
    }
  })

  it('has the chain that is stated of it', () => {
    const [[unit = '', { holding }] = ['', { holding: {} }]] = Object.entries(capture.units)
    const chain = finish(walkChain(Number(unit), Number(Object.keys(holding)[0])), answer)
    if (capture.chain) expect(chain?.map(({ id, address, length }) => [id, address, length])).toEqual(capture.chain)
    else expect(chain?.length).toBeGreaterThan(1)
  })
})

type Vector = Readonly<{
  id: string
  base?: number
  hex?: string
  chain?: readonly (readonly [number, number, number])[]
  reply_chunks?: readonly string[]
  expect: Readonly<{
    model?: number
    len?: number
    points?: Record<string, unknown>
    models?: readonly Readonly<{ id: number; addr: number; len: number; points?: Record<string, unknown> }>[]
    chain?: readonly (readonly [number, number, number | null])[]
    common?: Record<string, unknown>
  }>
}>
const vectors = readFixture<{ vectors: readonly Vector[] }>('sunspec-chains').vectors
const toWords = (hex: string): number[] => (hex.match(/.{4}/g) ?? []).map((word) => Number.parseInt(word, 16))

/** Numbers and texts; names of codes and bits are another reader's words. `acc` of 0 is no value at some sources. */
function comparePoints(id: number, words: readonly number[], stated: Record<string, unknown>): number {
  const model = findModel(id)
  if (!model) return 0
  const block = readModel(model, words)
  if ('badScale' in block) throw new Error(`scale ${block.badScale}`)
  const types = new Map([...model.points, ...(model.group?.points ?? [])].map(({ name, type }) => [name, type]))
  let compared = 0
  for (const [name, value] of Object.entries(stated)) {
    const [, index, inGroup = name] = /^module\[(\d+)\]\.(.+)$/.exec(name) ?? []
    const type = types.get(inGroup)
    if (type === undefined || /enum|bitfield|pad/.test(type)) continue
    const own = index === undefined ? block.points[name] : block.groups[Number(index)]?.[inGroup]
    if (typeof value === 'number') expect([id, name, own]).toEqual([id, name, expect.closeTo(value, 9)])
    else if (typeof value === 'string') expect([id, name, own]).toEqual([id, name, value])
    else if (own !== 0) expect([id, name, own]).toEqual([id, name, undefined])
    compared++
  }
  return compared
}

it('reads every point of the published chains', () => {
  let compared = 0
  for (const { base = 0, hex = '', chain, expect: stated } of vectors) {
    const words = toWords(hex)
    if (chain) {
      const image: RegisterImage = new Map()
      putWords(image, 1, 3, base, words)
      const walked = finish(walkChain(1, base), answerFrom(image))
      expect(walked?.map(({ id, address, length }) => [address, id, length])).toEqual(
        chain.filter(([, id]) => id !== 0xffff),
      )
    }
    for (const { id, addr, len, points } of stated.models ?? [])
      if (points) compared += comparePoints(id, words.slice(addr - base, addr - base + 2 + len), points)
    if (stated.model && stated.points)
      compared += comparePoints(stated.model, [stated.model, stated.len ?? words.length, ...words], stated.points)
  }
  expect(compared).toBeGreaterThan(300)
})

it('walks the scan of a published client, whose chain ends with a marker', () => {
  const scan = vectors.find(({ reply_chunks }) => reply_chunks)
  const replies = scan?.reply_chunks ?? []
  // Each reply came as head and body; its words stand behind three bytes of the head.
  const [common = '', other = ''] = [replies[5]?.slice(0, -4) ?? '', replies[11] ?? '']
  const image: RegisterImage = new Map()
  putWords(image, 1, 3, 40_000, toWords(replies[1] ?? '').slice(0, 2))
  putWords(image, 1, 3, 40_002, toWords(`${common}0001`).slice(0, 68))
  putWords(image, 1, 3, 40_070, [...toWords(other), 0xffff, 0])
  const chain = finish(walkChain(1, 40_000), answerFrom(image))
  expect(chain?.map(({ id, address, length }) => [address, id, length])).toEqual([
    [40_002, 1, 66],
    [40_070, 126, 64],
  ])
  const model = findModel(1)
  const block = model && readModel(model, toWords(common))
  expect(block && 'points' in block ? block.points : {}).toMatchObject(scan?.expect.common ?? {})
})
