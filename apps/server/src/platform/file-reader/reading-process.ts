import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { ErrorCode } from '@heliograph/domain/errors.ts'
import type { ReadingLimits } from './reading-limits.ts'

export type Task = Readonly<{ kind: string; question: unknown }>
/** Gives one of several files that a question is about, when its reader comes to it. */
export type GivePart = (place: number) => Promise<Uint8Array>
/** The reply to a process whose task waits for one of them. */
export type PartReply = Readonly<{ part: Uint8Array }>
/** Reply of a process to its task; `fault` is a bug of ours, not of the file. */
export type TaskReply =
  | Readonly<{ answer: unknown }>
  | Readonly<{ refusal: Readonly<{ code: ErrorCode; detail: Readonly<Record<string, string | number>> | undefined }> }>
  | Readonly<{ fault: string }>
/** Why a process ended under its task. */
export type Ending = 'memory' | 'time' | 'stopped'
/** A spent process is replaced: what the file before took is not held against the next one. */
export type Message = 'ready' | Readonly<{ wants: number }> | Reply
/** Parts of the packed reply in turn, `length` of all of it: the server answers others between two of them. Then its end. */
type Reply = Readonly<{ piece: Uint8Array; length: number }> | Readonly<{ isSpent: boolean }>
export type Outcome = TaskReply | Readonly<{ ended: Ending }>

export type ReadingProcess = Readonly<{
  pid: number | undefined
  read: (task: Task, give?: GivePart) => Promise<Outcome>
  /** Works in any state: a library that hangs in native code cannot be asked to stop. */
  kill: () => void
  isAlive: () => boolean
}>

/** The server's calls and the acknowledgments of loggers come first. */
const NICENESS = 10
const START_MS = MINUTE_MS
/** By which watch-limits.ts ends its process: they say why, and no library can ignore them. */
export const endingSignals = { memory: 'SIGUSR2', time: 'SIGALRM' } as const

/** Starts a process that reads one file after the other. */
export function startReadingProcess(file: URL, limits: ReadingLimits): ReadingProcess {
  const child = spawn(file, limits)
  let isAlive = true
  let finish: ((outcome: Outcome) => void) | undefined
  let give: GivePart | undefined
  let lastPlace = -1
  let packed = new Uint8Array()
  let filled = 0
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch {
    // It has ended already, or the system has no priorities.
  }
  // How long a busy machine takes to start a process is no fault of the file.
  let limitMs = limits.wallMs + START_MS
  let timer: NodeJS.Timeout | undefined
  const arm = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      finish?.({ ended: 'time' })
      child.kill('SIGKILL')
    }, limitMs)
  }
  child.on('message', (message: Message) => {
    if (message === 'ready') {
      limitMs = limits.wallMs
      if (finish) arm()
      return
    }
    if ('wants' in message) {
      void sendPart(message.wants)
      return
    }
    try {
      takeReply(message)
    } catch (error) {
      // A process that was taken over says what it wants.
      isAlive = false
      child.kill('SIGKILL')
      finish?.({ fault: String(error) })
    }
  })
  const takeReply = (message: Reply): void => {
    if ('piece' in message) {
      if (filled === 0) packed = new Uint8Array(Math.min(message.length, limits.answerBytes))
      packed.set(message.piece, filled)
      filled += message.piece.length
      return
    }
    const reply = packed
    packed = new Uint8Array()
    filled = 0
    if (message.isSpent) isAlive = false
    finish?.(deserialize(reply) as TaskReply)
    if (message.isSpent) child.kill('SIGKILL')
  }
  /** Each file has the limits of one. */
  const sendPart = async (place: number): Promise<void> => {
    const own = finish
    try {
      if (give === undefined || place <= lastPlace) throw new Error(`The question has no file ${place}`)
      lastPlace = place
      const part = await give(place)
      if (own === undefined || finish !== own) return
      arm()
      child.send({ part } satisfies PartReply)
    } catch (error) {
      if (finish !== own) return
      own?.({ fault: String(error) })
      // It still waits for its file.
      isAlive = false
      child.kill('SIGKILL')
    }
  }
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    isAlive = false
    // V8 aborts when its heap is full.
    const isFull = signal === endingSignals.memory || signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134
    finish?.({ ended: isFull ? 'memory' : signal === endingSignals.time ? 'time' : 'stopped' })
  }
  child.on('exit', end)
  child.on('error', () => end(null, null))
  // A server that stops does not wait for it.
  child.unref()
  child.channel?.unref()

  return {
    pid: child.pid,
    isAlive: () => isAlive && child.connected,
    kill: () => {
      isAlive = false
      child.kill('SIGKILL')
    },
    read: (task, giveOwn) =>
      new Promise((resolve) => {
        give = giveOwn
        lastPlace = -1
        finish = (outcome) => {
          clearTimeout(timer)
          finish = undefined
          give = undefined
          child.channel?.unref()
          resolve(outcome)
        }
        arm()
        child.channel?.ref()
        child.send(task, (error) => {
          if (error) finish?.({ ended: 'stopped' })
        })
      }),
  }
}

function spawn(file: URL, limits: ReadingLimits) {
  // In development and tests the process reads TypeScript, which Node cannot by itself.
  const loader = file.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  const { PATH, TMPDIR, SystemRoot } = process.env
  const needed = Object.entries({ PATH, TMPDIR, SystemRoot }).filter(([, value]) => value !== undefined)
  return fork(fileURLToPath(file), [JSON.stringify(limits)], {
    execArgv: [`--max-old-space-size=${limits.heapMb}`, ...loader],
    // Nothing of the server's settings: who takes over this process finds no secret in it.
    env: { ...Object.fromEntries(needed), MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
