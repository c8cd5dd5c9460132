import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'

const text = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8')
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
    const known = new Set(Object.keys(calls))
    for (const { what, state, evidence } of rows) {
      for (const name of namesIn(what)) expect([name, known.has(name)]).toEqual([name, !state.startsWith('issue')])
      for (const name of namesIn(evidence)) expect([name, known.has(name)]).toEqual([name, true])
    }
  })

  it('names files that exist', () => {
    const home = new URL('../../../', import.meta.url)
    const paths = [...text.matchAll(/`((?:web|server|e2e|packages)\/[^`*]+)`/g)].map(([, path = '']) => path)
    const found = (path: string) =>
      existsSync(new URL(path.replace(/^web\//, 'apps/web/src/').replace(/^server\//, 'apps/server/src/'), home))
    expect(paths.filter((path) => !found(path))).toEqual([])
  })
})
