import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endpoints } from './calls.ts'

const home = new URL('../../../', import.meta.url)
const text = readFileSync(new URL('docs/specification.md', home), 'utf8')
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 7 && /^\d+$/.test(cells[3] ?? '') && !/^\d+$/.test(cells[4] ?? ''))
  .map(([, group = '', what = '', count, state = '', evidence = '']) => ({
    group,
    what,
    count: Number(count),
    state,
    evidence,
  }))
const namesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`((?:GET|POST|DELETE) \/[^`]+)`/g)].map(([, name = '']) => name)

const fileOf = (path: string): URL =>
  new URL(path.replace(/^web\//, 'apps/web/src/').replace(/^server\//, 'apps/server/src/'), home)

/** Tests that a text names: `file` “title”, “title”. */
const testsIn = (cell: string): readonly Readonly<{ path: string; title: string }>[] =>
  [...cell.matchAll(/`([^`]+)`((?:,? “[^”]+”)+)/g)].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ path, title })),
  )

/** A title is the first argument of a call, and another one follows. */
const hasTest = ({ path, title }: Readonly<{ path: string; title: string }>): boolean =>
  existsSync(fileOf(path)) &&
  ["'", '"', '`'].some((mark) =>
    readFileSync(fileOf(path), 'utf8').replace(/\(\s+/g, '(').includes(`(${mark}${title}${mark},`),
  )

describe('docs/specification.md', () => {
  it('has 214 rows, 83 of them calls', () => {
    const sum = (some: typeof rows) => some.reduce((all, { count }) => all + count, 0)
    expect(sum(rows)).toBe(214)
    expect(rows.filter(({ group }) => group === 'calls').flatMap(({ what }) => namesIn(what))).toHaveLength(83)
    expect(sum(rows.filter(({ group }) => group === 'calls'))).toBe(83)
    expect(text).toContain(`| all | 214 | ${sum(rows.filter(({ state }) => state === 'works'))} |`)
  })

  it('has a state in each row, and an issue where something is missing', () => {
    expect(rows.filter(({ state }) => !/^(works|(part, )?issues? \d.*)$/.test(state))).toEqual([])
  })

  it('names calls that exist, and as missing only calls that do not', () => {
    const known = new Set(Object.keys(endpoints))
    for (const { what, state, evidence } of rows) {
      for (const name of namesIn(what)) expect([name, known.has(name)]).toEqual([name, !state.startsWith('issue')])
      for (const name of namesIn(evidence)) expect([name, known.has(name)]).toEqual([name, true])
    }
  })

  it('names files that exist', () => {
    const paths = [...text.matchAll(/`((?:web|server|e2e|packages)\/[^`*]+)`/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => !existsSync(fileOf(path)))).toEqual([])
  })

  it('names a test for each row that works', () => {
    const bare = rows.filter(({ state, evidence }) => state === 'works' && testsIn(evidence).length === 0)
    expect(bare.map(({ what }) => what)).toEqual([])
  })

  it('names tests that exist', () => {
    expect(testsIn(text).length).toBeGreaterThan(rows.length)
    expect(testsIn(text).filter((test) => !hasTest(test))).toEqual([])
  })

  it('would notice a file that is gone and a title that has changed', () => {
    const path = 'packages/contract/src/endpoint.test.ts'
    const planted = [
      `\`${path}\` “accepts no unknown field in any part of a request”, “accepts no field”`,
      '`packages/gone.test.ts` “is gone”',
    ]
    expect(planted.flatMap(testsIn).filter((test) => !hasTest(test))).toEqual([
      { path, title: 'accepts no field' },
      { path: 'packages/gone.test.ts', title: 'is gone' },
    ])
  })
})
