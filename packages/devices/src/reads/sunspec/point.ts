import { readNumber, toUnsigned } from '../register-map/number-words.ts'
import { readAscii } from '../register-map/text-words.ts'
import type { Model, Point } from './models.ts'
import { sizeOf } from './models.ts'

/** Scaled values of points by their names; a point that is not implemented is missing. Codes are numbers. */
export type Points = Readonly<Record<string, number | string>>

/** A decoded model: its points and those of each repeated group. */
export type Block = Readonly<{ points: Points; groups: readonly Points[] }>

const NOT_IMPLEMENTED = 0x8000

/** Widest scale factor of the standard; a value beyond it was read at a wrong place. */
const MOST_SCALE = 10

/** A number without a scale factor; undefined for "not implemented". Devices also send 0x8000 in unsigned points. */
function readRaw({ type }: Point, words: readonly number[]): number | undefined {
  const low = [...words].reverse()
  const isAll = (word: number) => words.every((own) => own === word)
  if (type === 'float32' || type === 'float64') {
    const value = readNumber(type === 'float32' ? 'f32' : 'f64', low)
    return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : undefined
  }
  const isLowest = words[0] === NOT_IMPLEMENTED && words.slice(1).every((word) => word === 0)
  if (type.startsWith('int') || type === 'sunssf') {
    if (isLowest) return undefined
    const bits = words.length * 16
    return Number(BigInt.asIntN(bits, BigInt(toUnsigned(low))))
  }
  if (isAll(0xffff) || (isLowest && !type.startsWith('bitfield'))) return undefined
  return Number(toUnsigned(low))
}

/** raw x 10^scale, as the nearest number to the decimal that is meant. */
const scaleBy = (raw: number, scale: number): number => (scale < 0 ? raw / 10 ** -scale : raw * 10 ** scale)

/**
 * The values of a model from its words, header included. Scale factors come from the same words.
 * @param words from the model's number on, as many as were read in one piece
 * @param extra words of further repeated groups, read apart
 * @returns the scale factor that is outside the standard, when one is: then nothing of the model is believed
 */
export function readModel(
  model: Model,
  words: readonly number[],
  extra: readonly number[] = [],
): Block | Readonly<{ badScale: number }> {
  const scales = readScales(model.points, words)
  const bad = [...scales.values()].find((scale) => Math.abs(scale) > MOST_SCALE)
  if (bad !== undefined) return { badScale: bad }
  const points = readPoints(model.points, words, scales)
  if (!model.group) return { points, groups: [] }
  const { group } = model
  const [head, size] = [sizeOf(model.points), sizeOf(group.points)]
  const inFirst = Math.max(0, Math.floor((words.length - head) / size))
  const all = [...words.slice(head, head + inFirst * size), ...extra]
  const stated = points[group.countedBy ?? '']
  const fitting = Math.floor(all.length / size)
  const count = typeof stated === 'number' && stated > 0 ? Math.min(stated, fitting) : fitting
  const groups = Array.from({ length: count }, (_, index) => {
    const own = all.slice(index * size, (index + 1) * size)
    return readPoints(group.points, own, new Map([...scales, ...readScales(group.points, own)]))
  })
  return { points, groups }
}

function* placed(points: readonly Point[], words: readonly number[]): Generator<readonly [Point, readonly number[]]> {
  let at = 0
  for (const point of points) {
    const own = words.slice(at, at + point.size)
    if (own.length < point.size) return
    yield [point, own]
    at += point.size
  }
}

function readScales(points: readonly Point[], words: readonly number[]): ReadonlyMap<string, number> {
  const scales = new Map<string, number>()
  for (const [point, own] of placed(points, words)) {
    const scale = point.type === 'sunssf' ? readRaw(point, own) : undefined
    if (scale !== undefined) scales.set(point.name, scale)
  }
  return scales
}

function readPoints(points: readonly Point[], words: readonly number[], scales: ReadonlyMap<string, number>): Points {
  const values: Record<string, number | string> = {}
  for (const [point, own] of placed(points, words)) {
    const value = point.type === 'string' ? (readAscii(own) ?? undefined) : readRaw(point, own)
    // Without its scale factor a value may be anything.
    const scale = typeof point.sf === 'string' ? scales.get(point.sf) : (point.sf ?? 0)
    if (value === undefined || point.type === 'pad' || scale === undefined) continue
    values[point.name] = typeof value === 'number' && point.sf !== undefined ? scaleBy(value, scale) : value
  }
  return values
}
