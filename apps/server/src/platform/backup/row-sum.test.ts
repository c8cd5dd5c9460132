import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowSum } from './row-sum.ts'
import { endOfTar, readTar, toTar } from './tar.ts'

type Row = readonly (Uint8Array | null)[]

const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const end = Buffer.from([0xff, 0xff])

function toBytes(row: Row): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(row.length)
  return Buffer.concat([
    count,
    ...row.flatMap((field) => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(field === null ? -1 : field.length)
      return [length, field ?? Buffer.alloc(0)]
    }),
  ])
}

const toCopy = (rows: readonly Row[]): Buffer => Buffer.concat([header, ...rows.map(toBytes), end])

/** Hands the bytes over in blocks that end anywhere. */
function sumOf(bytes: Buffer, sizes: readonly number[] = [bytes.length]) {
  const sum = createRowSum()
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number
    sum.add(bytes.subarray(at, at + size))
    at += size
  }
  return sum.end()
}

const rowsDrawn = fc.array(fc.array(fc.option(fc.uint8Array({ maxLength: 30 })), { maxLength: 4 }), { maxLength: 8 })
const sizesDrawn = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

describe('the sum of rows', () => {
  it('is the same however the bytes are cut and the rows are ordered', () => {
    fc.assert(
      fc.property(rowsDrawn, sizesDrawn, (rows, sizes) => {
        const whole = sumOf(toCopy(rows))
        expect(whole.rows).toBe(rows.length)
        expect(sumOf(toCopy(rows), sizes)).toEqual(whole)
        expect(sumOf(toCopy([...rows].reverse()))).toEqual(whole)
      }),
    )
  })

  it('differs when a byte of a row does, and refuses what is no row', () => {
    const bytes = toCopy([[Buffer.from('a'), null], [Buffer.from('b')]])
    const right = sumOf(bytes)
    for (let at = 0; at < bytes.length; at++) {
      const bent = Buffer.from(bytes)
      bent[at] = (bent[at] as number) ^ 1
      let found: unknown
      try {
        found = sumOf(bent)
      } catch (error) {
        found = (error as Error).name
      }
      expect(found, `byte ${at}`).not.toEqual(right)
    }
    expect(() => sumOf(bytes.subarray(0, -1))).toThrow('no rows as PostgreSQL writes them')
  })
})

describe('an archive', () => {
  const write = (bodies: readonly Uint8Array[]): Buffer =>
    Buffer.concat([
      ...bodies.flatMap((body, at) => [...toTar({ name: `tables/t/${at}`, body: Buffer.from(body) }, 0)]),
      endOfTar(),
    ])
  const read = async (bytes: Buffer, size: number): Promise<readonly Uint8Array[]> => {
    const blocks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const bodies: Uint8Array[] = []
    for await (const { body } of readTar(blocks())) bodies.push(new Uint8Array(body))
    return bodies
  }

  it('gives back what was put in, however its bytes are cut', async () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 1_500 }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer({ min: 1, max: 2_000 }), async (drawn, size) => {
        expect(await read(write(drawn), size)).toEqual(drawn.map((body) => new Uint8Array(body)))
      }),
    )
  })

  it('that is cut off or changed says so', async () => {
    const bytes = write([Buffer.from('one')])
    await expect(read(bytes.subarray(0, 700), 100)).rejects.toThrow('The backup is damaged: it is cut off.')
    bytes[3] = 0x78
    await expect(read(bytes, 100)).rejects.toThrow('a part of it was changed')
  })
})
