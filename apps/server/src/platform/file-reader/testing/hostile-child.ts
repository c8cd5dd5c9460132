/** A process whose readers do what hostile files make readers do. */
import { gunzipSync } from 'node:zlib'
import { Refusal } from '@heliograph/domain/errors.ts'
import sharp from 'sharp'
import { answerTasks, type GivePart } from '../file-reader.ts'

answerTasks({
  echo: (text: string) => text,
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  refuse: () => {
    throw new Refusal('NO_DATA', { reason: 'empty' })
  },
  fail: () => {
    throw new Error('a bug')
  },
  loop: () => {
    for (;;);
  },
  /** In a library: no signal that JavaScript hears would reach it. */
  draw: (packed: Uint8Array) => sharp(gunzipSync(packed)).png().toBuffer(),
  fillHeap: () => {
    const all: string[] = []
    for (let n = 0; ; n++) all.push(`${n}`.repeat(100))
  },
  fillMemory: () => {
    const all: Buffer[] = []
    for (;;) all.push(Buffer.alloc(1_000_000, 1))
  },
  count: (most: number) => Float64Array.from({ length: most }, (_, n) => n),
  longerThanSaid: () => {
    process.send?.({ piece: new Uint8Array(1_000), length: 10 })
    return new Promise(() => {})
  },
  noReply: () => {
    process.send?.({ piece: Uint8Array.of(1, 2, 3), length: 3 })
    process.send?.({ isSpent: false })
    return new Promise(() => {})
  },
  huge: () => 'x'.repeat(3_000_000),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  /** What a file leaves behind breaks while the next one is read. */
  crashLater: () => void setTimeout(() => process.exit(1), 300),
  wait: () => new Promise((resolve) => setTimeout(() => resolve('waited'), 800)),
  /** Works for so long at each of its files. */
  files: async ({ count, ms }: { count: number; ms: number }, part: GivePart) => {
    const found: string[] = []
    for (let place = 0; place < count; place++) {
      found.push(Buffer.from(await part(place)).toString())
      const before = process.cpuUsage()
      for (let spent = process.cpuUsage(before); spent.user + spent.system < ms * 1000; )
        spent = process.cpuUsage(before)
    }
    return found
  },
  never: () => new Promise(() => {}),
})
