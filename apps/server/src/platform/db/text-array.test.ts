import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { toDocumentArray, toPlainArray, toTextArray } from './text-array.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const read = async (parameter: string | Buffer, type: string): Promise<readonly unknown[]> => {
  const { rows } = await database.db.pool.query<{ list: readonly unknown[] }>(`select $1::${type}[] as list`, [
    parameter,
  ])
  return rows[0]?.list ?? []
}

describe('an array as text', () => {
  it('keeps every text, also quotes, backslashes, braces and the word NULL', async () => {
    // PostgreSQL has no zero byte and no half of a pair.
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0')),
      fc.constantFrom('NULL', 'null', '{}', '{"a","b"}', '\\', '"', '\\"', ' a ', ''),
      fc.constant(null),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (list) => {
        expect(
          await read(
            toTextArray(list, (item) => item),
            'text',
          ),
        ).toEqual(list)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps jsonb, numbers, days and what is missing', async () => {
    const documents = [{ a: '"\\', b: [1, null] }, null, { name: 'Dächer 屋顶 🌞' }]
    const pick = (document: unknown) => (document === null ? null : JSON.stringify(document))
    expect(await read(toDocumentArray('jsonb', documents, pick), 'jsonb')).toEqual(documents)
    expect(await read(toDocumentArray('text', documents, pick), 'text')).toEqual(documents.map(pick))
    expect(await read(toDocumentArray('text', [{ a: 1 }], pick), 'text')).toEqual(['{"a":1}'])
    expect(
      await read(
        toPlainArray([1, null, 3], (value) => value),
        'smallint',
      ),
    ).toEqual([1, null, 3])
    expect(
      await read(
        toPlainArray([true, undefined], (value) => value),
        'boolean',
      ),
    ).toEqual([true, null])
    expect(
      await read(
        toPlainArray([], () => 1),
        'integer',
      ),
    ).toEqual([])
  })
})
