import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { toNumberArray } from './number-array.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** The text that PostgreSQL makes of it. */
const textOf = async (type: 'bigint' | 'float8', values: readonly (number | null)[]): Promise<string> => {
  const { rows } = await test.db.pool.query<{ text: string }>(`select $1::${type}[]::text as text`, [
    toNumberArray(type, values, (value) => value),
  ])
  return rows[0]?.text ?? ''
}

it('PostgreSQL reads the numbers that were given', async () => {
  expect(await textOf('bigint', [])).toBe('{}')
  expect(await textOf('float8', [])).toBe('{}')
  const whole = [0, 1, -1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 32), 2 ** 52 + 1, Number.MAX_SAFE_INTEGER, -5e12]
  expect(await textOf('bigint', whole)).toBe(`{${whole.join(',')}}`)
  expect(await textOf('bigint', [null, 7, null])).toBe('{NULL,7,NULL}')
  expect(await textOf('float8', [0.1, -12.5, null, 4.9e-324, Number.POSITIVE_INFINITY])).toBe(
    '{0.1,-12.5,NULL,5e-324,Infinity}',
  )
})
