import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, it } from 'vitest'
import { createArchive } from './archive.ts'

const dir = mkdtempSync(join(tmpdir(), 'heliograph-archive-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function* pieces(...all: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* all
}

it('holds the files that were added, without empty ones', async () => {
  const path = join(dir, 'small.zip')
  const archive = createArchive(path)
  await archive.add('one.txt', pieces('Grüße', ' 太阳\n'))
  await archive.add('nothing.txt', pieces())
  await archive.add('folder/two.bin', pieces(new Uint8Array([0, 255, 7]), new Uint8Array(100_000)))
  const size = await archive.end()
  expect(statSync(path)).toMatchObject({ size })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const files = unzipSync(readFileSync(path))
  expect(Object.keys(files)).toEqual(['one.txt', 'folder/two.bin'])
  expect(strFromU8(files['one.txt'] as Uint8Array)).toBe('Grüße 太阳\n')
  expect(files['folder/two.bin']).toHaveLength(100_003)
  expect(size).toBeLessThan(1000)
})

it('writes while it is being filled, at any size', async () => {
  const path = join(dir, 'large.zip')
  const archive = createArchive(path)
  const chunk = randomBytes(256 * 1024)
  const written: number[] = []
  await archive.add(
    'noise',
    (async function* () {
      for (let n = 0; n < 64; n++) {
        yield chunk
        // Meanwhile the file opens.
        written.push(statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      }
    })(),
  )
  // 16 MiB that do not compress: all but the last few hundred KiB have left memory when the next piece is requested.
  expect(Math.max(...written.map((size, n) => (n + 1) * chunk.length - size))).toBeLessThan(2 * 1024 * 1024)
  await archive.end()
  const noise = unzipSync(readFileSync(path)).noise as Uint8Array
  expect(Buffer.from(noise.subarray(-chunk.length)).equals(chunk)).toBe(true)
  expect(noise).toHaveLength(64 * chunk.length)
})

it('passes on errors of its source and can be aborted', async () => {
  const archive = createArchive(join(dir, 'broken.zip'))
  const broken = async function* () {
    yield 'a'
    throw new Error('the source broke')
  }
  await expect(archive.add('a', broken())).rejects.toThrow('the source broke')
  await archive.abandon()
})

it('reports a missing folder', async () => {
  const archive = createArchive(join(dir, 'missing', 'x.zip'))
  const attempt = archive.add('a', pieces('a')).then(() => archive.end())
  await expect(attempt).rejects.toThrow('ENOENT')
})
