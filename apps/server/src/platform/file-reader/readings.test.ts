import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { Refusal } from '@heliograph/domain/errors.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { readingLimits } from './reading-limits.ts'
import { createReadings, type FileSender } from './readings.ts'

const file = new URL('./testing/hostile-child.ts', import.meta.url)
const limits = { ...readingLimits, processorMs: 400, memoryBytes: 400_000_000, answerBytes: 2_000_000 }
let readings: ReturnType<typeof createReadings>
const start = (changes: object = {}) => {
  readings = createReadings(file, { ...limits, ...changes })
}
afterEach(() => readings.close())

const refuse = (why: string) => new Refusal('IMPORT_UNREADABLE', { reason: why })
const read = (kind: string, question: unknown = '', sender: FileSender = { account: 'mira' }) =>
  readings.read({ kind, question, bytes: 1, refuse }, sender)
const outcomeOf = (answer: Promise<unknown>) =>
  answer.catch((error: unknown) => (error instanceof Refusal ? [error.code, error.detail?.reason] : String(error)))
const isRunning = (pid: number): boolean => {
  try {
    // A process that has ended, and that nobody has asked for, is no running one.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z')
  } catch {
    return false
  }
}

const layers = Array.from({ length: 12 }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`)
const bomb = gzipSync(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a0"><rect width="1" height="1"/></g>${layers.join('')}<use href="#a12"/></svg>`,
)

describe('a process that reads', () => {
  it('answers, refuses and fails as its readers do, and stays for the next file', async () => {
    start()
    expect(await read('echo', 'hello')).toBe('hello')
    const pid = await read('pid')
    expect(await outcomeOf(read('refuse'))).toEqual(['NO_DATA', 'empty'])
    expect(await outcomeOf(read('fail'))).toMatch('a bug')
    expect(await outcomeOf(read('unknown'))).toMatch('nobody reads unknown')
    expect(await read('pid')).toBe(pid)
  })

  it('knows nothing of the settings of the server', async () => {
    start()
    process.env.SECRET_OF_TEST = '1'
    const names = (await read('environment')) as string[]
    delete process.env.SECRET_OF_TEST
    expect(names).not.toContain('SECRET_OF_TEST')
  })

  it.each([
    ['loops', 'loop', '', 'time'],
    ['hangs in a library', 'draw', bomb, 'time'],
    ['fills the heap', 'fillHeap', '', 'memory'],
    ['fills memory beside the heap', 'fillMemory', '', 'memory'],
  ])('that %s is ended, the reason told, the next file read', async (_, kind, question, reason) => {
    start({ processorMs: reason === 'time' ? 400 : 20_000, heapMb: 60 })
    const pid = (await read('pid')) as number
    expect(await outcomeOf(read(kind, question))).toEqual(['IMPORT_UNREADABLE', reason])
    expect(isRunning(pid)).toBe(false)
    expect(await read('echo', 'next')).toBe('next')
  })

  it('gives each of many files the limits of one', async () => {
    start()
    const part = async (place: number) => Buffer.from(`file ${place}`)
    const ask = (count: number, ms: number, give: typeof part | undefined = part) =>
      readings.read({ kind: 'files', question: { count, ms }, bytes: 1, part: give, refuse }, { account: 'mira' })
    const names = Array.from({ length: 6 }, (_, place) => `file ${place}`)
    expect(await ask(6, 200)).toEqual(names)
    expect(await outcomeOf(ask(3, 2_000))).toEqual(['IMPORT_UNREADABLE', 'time'])
    const lost = async (place: number) => (place < 2 ? part(place) : Promise.reject(new Error('the file is lost')))
    expect(await outcomeOf(ask(3, 0, lost))).toMatch('the file is lost')
    expect(await ask(2, 0)).toEqual(names.slice(0, 2))
  })

  it('that only waits is ended, too', async () => {
    start({ wallMs: 1_500 })
    await read('echo')
    expect(await outcomeOf(read('never'))).toEqual(['IMPORT_UNREADABLE', 'time'])
  })

  it('that breaks the process is refused; the next sender does not notice', async () => {
    start()
    expect(await outcomeOf(read('crash'))).toEqual(['IMPORT_UNREADABLE', 'memory'])
    await read('crashLater')
    expect(await read('wait')).toBe('waited')
  })

  it('answers at length, in many pieces', async () => {
    start({ answerBytes: 20_000_000 })
    const numbers = (await read('count', 2_000_000)) as Float64Array
    expect([numbers.length, numbers[0], numbers[1_234_567], numbers.at(-1)]).toEqual([
      2_000_000, 0, 1_234_567, 1_999_999,
    ])
    expect(await read('echo', 'next')).toBe('next')
  })

  it.each(['longerThanSaid', 'noReply'])('that was taken over, and sends %s, fails alone', async (kind) => {
    start()
    expect(await outcomeOf(read(kind))).toMatch('could not be read')
    expect(await read('echo', 'next')).toBe('next')
  })

  it('may answer so much and no more', async () => {
    start()
    expect(await outcomeOf(read('huge'))).toMatch('an answer of')
  })
})

describe('who waits', () => {
  it('is served beside a file that hangs, which keeps its own sender waiting only', async () => {
    start({ processorMs: 1_500 })
    const hanging = outcomeOf(read('loop', '', { account: 'attacker' }))
    const second = outcomeOf(read('loop', '', { account: 'attacker' }))
    expect(await read('echo', 'served', { account: 'mira' })).toBe('served')
    const first = await Promise.race([hanging, read('echo', 'again', { account: 'noor' })])
    expect(first).toBe('again')
    expect([await hanging, await second]).toEqual(Array(2).fill(['IMPORT_UNREADABLE', 'time']))
  })

  it('and leaves ends the reading', async () => {
    start({ processorMs: 60_000 })
    const pid = (await read('pid')) as number
    const leaving = new AbortController()
    const hanging = outcomeOf(read('draw', bomb, { account: 'mira', left: leaving.signal }))
    const waiting = outcomeOf(read('echo', '', { account: 'mira', left: leaving.signal }))
    leaving.abort()
    expect([await hanging, await waiting]).toEqual(Array(2).fill(['TIMED_OUT', undefined]))
    expect(isRunning(pid)).toBe(false)
    expect(await outcomeOf(read('echo', '', { account: 'mira', left: leaving.signal }))).toEqual([
      'TIMED_OUT',
      undefined,
    ])
  })

  it('is told at once when the server stops, whatever is read', async () => {
    start({ processorMs: 60_000 })
    const pid = (await read('pid')) as number
    const hanging = ['draw', 'echo'].map((kind) => outcomeOf(read(kind, bomb)))
    readings.close()
    expect(await Promise.all(hanging)).toEqual(Array(2).fill(['TIMED_OUT', undefined]))
    expect([isRunning(pid), readings.pids()]).toEqual([false, []])
  })
})
