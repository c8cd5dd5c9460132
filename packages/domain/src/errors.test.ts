import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCatalog, Refusal, twinNumbers } from './errors.ts'

const rows = Object.entries(errorCatalog) as [ErrorCode, (typeof errorCatalog)[ErrorCode]][]

describe('the error catalog', () => {
  it('has a code for each of the 65 numbers, or an equivalent number', () => {
    const used = new Set<number | null>(rows.map(([, { no }]) => no))
    for (let no = 1; no <= 65; no += 1) expect([no, used.has(no) || used.has(twinNumbers[no] ?? 0)]).toEqual([no, true])
  })

  it('has no other numbers, and no chain of equivalents', () => {
    for (const [code, { no }] of rows) expect([code, no === null || (no >= 1 && no <= 65)]).toEqual([code, true])
    for (const [second, first] of Object.entries(twinNumbers)) {
      expect(Number(second)).toBeGreaterThan(first)
      expect(twinNumbers[first]).toBeUndefined()
    }
  })

  it('replies to refusals with a failure status, and says when each happens', () => {
    for (const [code, { status, when }] of rows) {
      expect([code, status >= 400 && status < 600]).toEqual([code, true])
      expect(when.length).toBeGreaterThan(5)
    }
  })

  it('matches docs/errors.md, a row for each code and no other', () => {
    const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    const listed = text.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))
    expect(listed).toEqual(
      rows.map(([code, { no, status, when }]) => `| \`${code}\` | ${no ?? ''} | ${status} | ${when} |`),
    )
  })

  it('reports a missing session with 401 and a missing right with 403', () => {
    expect(errorCatalog.AUTH_TOKEN_INVALID).toMatchObject({ no: 39, status: 401 })
    expect(errorCatalog.NO_PERMISSION).toMatchObject({ no: 21, status: 403 })
  })
})

it('a refusal carries its code and details safe to show', () => {
  const refusal = new Refusal('USER_LOCKED', { minutes: 4 })
  expect(refusal).toMatchObject({ message: 'USER_LOCKED', code: 'USER_LOCKED', detail: { minutes: 4 } })
})
