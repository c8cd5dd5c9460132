import { Refusal } from '@heliograph/domain/errors.ts'
import { readingLimits } from '../reading-limits.ts'
import { createReadings } from '../readings.ts'
import { createDraw } from './mutate-file.ts'
import { drawSampleKinds } from './sample-files.ts'

/** What became of the broken files of one kind. */
export type Fuzzed = Readonly<{
  name: string
  read: number
  refused: number
  /** Cost too much: the process was ended and the sender got an error. */
  ended: number
  /** Neither read nor refused: a bug. With what repeats it. */
  faults: readonly string[]
  slowestMs: number
}>

const codes = ['IMPORT_UNREADABLE', 'IMAGE_UNREADABLE', 'RECOGNITION_ERROR', 'PARAM_ERROR', 'TOO_MANY']

/** Broken files of each kind, read as the server has them read; one kind after the other. */
export async function fuzzReaders(
  options: Readonly<{ count: number; seed: number; onKind?: (fuzzed: Fuzzed) => void }>,
): Promise<readonly Fuzzed[]> {
  const { count, seed, onKind } = options
  const readings = createReadings(new URL('../../../file-reader-child.ts', import.meta.url), readingLimits)
  const all: Fuzzed[] = []
  try {
    for (const [k, { name, kind, ask, files, mutate }] of (await drawSampleKinds()).entries()) {
      let [read, refused, ended, slowestMs] = [0, 0, 0, 0]
      const faults: string[] = []
      for (let n = 0; n < count; n++) {
        const draw = createDraw(seed, k, n)
        const bytes = mutate(files[n % files.length] ?? new Uint8Array(), draw)
        const beganMs = performance.now()
        const refuse = () => new Refusal('TIMED_OUT')
        const order = { kind, question: ask(bytes), bytes: bytes.length, part: async () => bytes, refuse }
        try {
          await readings.read(order, { account: `${name} ${n}` })
          read += 1
        } catch (error) {
          if (error instanceof Refusal && error.code === 'TIMED_OUT') ended += 1
          else if (error instanceof Refusal && codes.includes(error.code)) refused += 1
          else faults.push(`seed ${seed}, file ${n}: ${error}`)
        }
        slowestMs = Math.max(slowestMs, performance.now() - beganMs)
      }
      const fuzzed = { name, read, refused, ended, faults, slowestMs }
      all.push(fuzzed)
      onKind?.(fuzzed)
    }
    return all
  } finally {
    readings.close()
  }
}
