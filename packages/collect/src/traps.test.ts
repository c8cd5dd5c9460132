import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const rows = readFileSync(resolve(root, 'docs/connect/traps.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', , proof = ''] = /^\| (\d+) \| (.+?) \| (.+) \|$/.exec(line) ?? []
    return number === '' ? [] : [{ number: Number(number), proof }]
  })

it('the list has each of the 34 traps once', () =>
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, n) => n + 1)))

it.each(rows.filter(({ proof }) => proof.includes('`')))(
  'trap $number is proven by tests that are there',
  ({ proof }) => {
    const files = proof.split(/(?=`[^`]+\.test\.ts`)/).filter((part) => part.startsWith('`'))
    expect(files.length).toBeGreaterThan(0)
    for (const part of files) {
      const [, path = ''] = /^`([^`]+)`/.exec(part) ?? []
      const text = readFileSync(resolve(root, path), 'utf8')
      const titles = [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
      expect(titles.length, path).toBeGreaterThan(0)
      for (const title of titles) expect(text, title).toContain(`'${title}'`)
    }
  },
)
