import type { Refusal } from '@heliograph/domain/errors.ts'
import { readingLimits } from './reading-limits.ts'
import type { GivePart } from './reading-process.ts'
import { createReadings, type FileSender } from './readings.ts'

export { answerTasks } from './answer-tasks.ts'
export type { GivePart } from './reading-process.ts'
export type { FileSender } from './readings.ts'

/** The room's front door: what people send is read in processes of their own, which can be ended at any time. */

export const thisServer: FileSender = { account: 'server', mostWaiting: readingLimits.waiting }
/** A file of a job was accepted before: it waits its turn, however many files of its sender wait. */
export const acceptedFrom = (account: string, left: AbortSignal): FileSender => ({
  account,
  left,
  mostWaiting: readingLimits.waiting,
})
export const accountOf = (userId: number): string => `user ${userId}`

const isSource = import.meta.url.endsWith('.ts')
const child = new URL(isSource ? '../../file-reader-child.ts' : './file-reader-child.js', import.meta.url)
const readings = createReadings(child, readingLimits)

/**
 * Reads a file.
 * @param kind the name of the reader in file-reader-child.ts
 * @param options.bytes how much the question holds; of several files, the largest
 * @param options.part gives the files that the reader asks for, one after the other; each one has the limits of a file
 * @param options.refuse how a file is refused that takes too much
 * @throws Refusal of the reader, or of `refuse`; TOO_MANY_REQUESTS while too many files wait; TIMED_OUT when the sender left
 */
export const readFile = <Reader extends (question: never, part: GivePart) => unknown>(
  kind: string,
  question: Parameters<Reader>[0],
  sender: FileSender,
  options: Readonly<{ bytes: number; part?: GivePart; refuse: (why: 'memory' | 'time') => Refusal }>,
): Promise<Awaited<ReturnType<Reader>>> =>
  readings.read({ kind, question, ...options }, sender) as Promise<Awaited<ReturnType<Reader>>>

/** Has a process ready before the first file comes. */
export const openFileReader = readings.open
/** Ends what is read and what waits. */
export const closeFileReader = readings.close
