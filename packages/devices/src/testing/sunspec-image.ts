import { writeNumber } from '../reads/register-map/number-words.ts'
import { findModel, type Point, sizeOf } from '../reads/sunspec/models.ts'

/** A model of an image: its number and the raw counts, texts or floats of its points; what is not named is "not implemented". */
export type ModelImage = Readonly<{
  id: number
  points: Readonly<Record<string, number | string>>
  groups?: readonly Readonly<Record<string, number | string>>[]
  /** Registers more than the points of the model, or fewer: the common model has 66 or 65. */
  pad?: number
}>

const MARKER = [0x5375, 0x6e53]
const END = [0xffff, 0]

/** The words of a chain of models from its marker to its end, as a device holds them. */
export const chainWords = (
  models: readonly ModelImage[],
  { hasEnd = true }: { hasEnd?: boolean } = {},
): readonly number[] => [...MARKER, ...models.flatMap(modelWords), ...(hasEnd ? END : [])]

/** @throws RangeError for a model that is not among those that are read */
export function modelWords({ id, points, groups = [], pad = 0 }: ModelImage): readonly number[] {
  const model = findModel(id)
  if (!model) throw new RangeError(`No model ${id}`)
  const length = sizeOf(model.points) - 2 + groups.length * sizeOf(model.group?.points ?? []) + pad
  const counted = model.group?.countedBy ? { [model.group.countedBy]: groups.length } : {}
  const head: Record<string, number | string> = { ...counted, ...points, ID: id, L: length }
  const words = [
    ...model.points.flatMap((point) => pointWords(point, head[point.name])),
    ...groups.flatMap((group) => (model.group?.points ?? []).flatMap((point) => pointWords(point, group[point.name]))),
    ...Array.from({ length: Math.max(0, pad) }, () => 0x8000),
  ]
  return words.slice(0, length + 2)
}

function pointWords({ type, size }: Point, value: number | string | undefined): readonly number[] {
  if (type === 'string') {
    const text = String(value ?? '')
    return Array.from(
      { length: size },
      (_, at) => ((text.charCodeAt(2 * at) || 0) << 8) | (text.charCodeAt(2 * at + 1) || 0),
    )
  }
  if (typeof value !== 'number') return blankWords(type, size)
  if (type === 'float32' || type === 'float64')
    return [...writeNumber(type === 'float32' ? 'f32' : 'f64', value)].reverse()
  const isSigned = type.startsWith('int') || type === 'sunssf'
  const number = isSigned
    ? size === 1
      ? 's16'
      : size === 2
        ? 's32'
        : 's64'
    : size === 1
      ? 'u16'
      : size === 2
        ? 'u32'
        : 'u64'
  return [...writeNumber(number, value)].reverse()
}

/** "Not implemented": counters are 0, signed numbers the lowest, floats no number, all else all ones. */
function blankWords(type: string, size: number): readonly number[] {
  const fill = (first: number, rest: number) => Array.from({ length: size }, (_, at) => (at === 0 ? first : rest))
  if (type.startsWith('acc')) return fill(0, 0)
  if (type.startsWith('float')) return fill(0x7fc0, 0)
  return type.startsWith('int') || type === 'sunssf' ? fill(0x8000, 0) : fill(0xffff, 0xffff)
}
