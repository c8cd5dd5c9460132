import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const home = new URL('../../../', import.meta.url)
const folder = new URL('docs/decisions/', home)
const decisions = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [heading = '', ...lines] = text.trimEnd().split('\n')
      return { file, heading, body: lines.filter((line) => line !== ''), where: lines.at(-1) ?? '' }
    }),
)
/** A path from the folder of the repository, as the last line of a decision names it. */
const pathsIn = (line: string): readonly string[] =>
  [...line.matchAll(/`((?:apps|packages|docs|e2e|tools)\/[^`*{]+)`/g)].map(([, path = '']) => path)

describe('docs/decisions', () => {
  it('says under each heading what was chosen, and where', () => {
    expect(decisions.length).toBeGreaterThan(400)
    const bare = decisions.filter(({ body, where }) => body.length < 2 || !/^Where: \S/.test(where))
    expect(bare.map(({ file, heading }) => `${file}: ${heading}`)).toEqual([])
  })

  it('has each heading once in its file', () => {
    const names = decisions.map(({ file, heading }) => `${file}: ${heading.toLowerCase()}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('names paths that exist', () => {
    const paths = decisions.flatMap(({ where }) => pathsIn(where))
    expect(paths.length).toBeGreaterThan(300)
    expect(paths.filter((path) => !existsSync(new URL(path, home)))).toEqual([])
  })
})
