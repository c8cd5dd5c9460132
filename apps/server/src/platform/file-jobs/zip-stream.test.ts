import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { streamZip, type ZipEntry } from './zip-stream.ts'

async function* each<T>(...all: readonly T[]): AsyncGenerator<T> {
  yield* all
}
const file = (name: string, ...pieces: readonly (string | Uint8Array)[]): ZipEntry => ({
  name,
  content: each(...pieces),
})

it('holds the entries that were given, without empty ones', async () => {
  const bytes = await buffer(
    streamZip(
      each(
        file('one.txt', 'Grüße', ' 太阳\n'),
        file('nothing.txt'),
        file('folder/two.bin', new Uint8Array([0, 255, 7]), new Uint8Array(100_000)),
      ),
    ),
  )
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual(['one.txt', 'folder/two.bin'])
  expect(strFromU8(files['one.txt'] as Uint8Array)).toBe('Grüße 太阳\n')
  expect(files['folder/two.bin']).toHaveLength(100_003)
  expect(bytes.length).toBeLessThan(1000)
})

it('is read while it is written, at any size', async () => {
  const chunk = randomBytes(256 * 1024)
  let options = 0
  let taken = 0
  let most = 0
  const noise = async function* () {
    for (let n = 0; n < 64; n++) {
      options += chunk.length
      most = Math.max(most, options - taken)
      yield chunk
    }
  }
  const all: Uint8Array[] = []
  for await (const piece of streamZip(each({ name: 'noise', content: noise() }))) {
    taken += piece.length
    all.push(piece)
  }
  // 16 MiB that do not compress: all but the last few hundred KiB have left memory when the next piece is requested.
  expect(most).toBeLessThan(2 * 1024 * 1024)
  const { noise: read } = unzipSync(Buffer.concat(all)) as { noise: Uint8Array }
  expect(read).toHaveLength(64 * chunk.length)
  expect(Buffer.from(read.subarray(-chunk.length)).equals(chunk)).toBe(true)
})

it('fails with its source, and ends the source when its reader leaves', async () => {
  let isEnded = false
  const broken = async function* () {
    yield 'a'
    throw new Error('the source broke')
  }
  const endless = async function* () {
    try {
      for (;;) yield randomBytes(64 * 1024)
    } finally {
      isEnded = true
    }
  }
  await expect(buffer(streamZip(each({ name: 'a', content: broken() })))).rejects.toThrow('the source broke')
  for await (const _ of streamZip(each({ name: 'b', content: endless() }))) break
  await expect.poll(() => isEnded).toBe(true)
})
