import { type ByteWriter, reserve, writeSigned } from './bytes.ts'

/** Scales 0 to 6: numbers times 10^scale are whole; RAW: float64, little end first. */
export const RAW = 7
const MAX_SCALE = 6
const MAX_SCALED = 2 ** 50
export const POWERS = Array.from({ length: MAX_SCALE + 1 }, (_, scale) => 10 ** scale)

/** The smallest scale at which all are whole numbers of a safe size, RAW when none is exact. */
export function findScale(numbers: readonly number[]): number {
  const finest = numbers.reduce((least, value) => scaleOf(value, least), 0)
  // A fine value may need a scale at which a large one is no exact whole number any more.
  const isExact = finest === RAW || numbers.every((value) => Math.abs(value * (POWERS[finest] as number)) < MAX_SCALED)
  return isExact ? finest : RAW
}

function scaleOf(value: number, least: number): number {
  for (let scale = least; scale <= MAX_SCALE; scale++) {
    const power = POWERS[scale] as number
    const scaled = Math.round(value * power)
    if (Math.abs(scaled) >= MAX_SCALED) return RAW
    if (scaled / power === value) return scale
  }
  return RAW
}

export const isSafe = (scaled: number): boolean => Math.abs(scaled) < MAX_SCALED

export function writeRaw(w: ByteWriter, numbers: readonly number[]): void {
  reserve(w, numbers.length * 8)
  for (const value of numbers) w.length = w.bytes.writeDoubleLE(value, w.length)
}

/** Whole numbers as differences from the one before. */
export function writeDifferences(w: ByteWriter, whole: readonly number[]): void {
  let before = 0
  for (const value of whole) {
    writeSigned(w, value - before)
    before = value
  }
}

/** Runs of present and absent values, in turns, until all are told. */
export function runsOf(isPresentAt: (index: number) => boolean, count: number): number[] {
  const runs: number[] = []
  for (let i = 0, isPresent = true; i < count; isPresent = !isPresent) {
    const start = i
    while (i < count && isPresentAt(i) === isPresent) i++
    runs.push(i - start)
  }
  return runs
}
