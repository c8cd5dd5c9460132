import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createWires, everyWire } from './wires.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** Code that runs, in this place of the repository; migrations are SQL. */
const productFiles = (place: string): readonly string[] =>
  readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.test\.tsx?$/.test(file.name))
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => !/\/(testing|fixtures|dist)\//.test(path))

it.each(Object.keys(everyWire).filter((id) => id.includes('-')))(
  '%s is named in its row and its folder alone',
  (id) => {
    const text = new RegExp(`['"\`]${id}\\b`)
    const files = ['apps/server/src', 'apps/web/src'].flatMap(productFiles)
    const named = files.filter((path) => text.test(readFileSync(join(root, path), 'utf8'))).sort()
    expect(named).toEqual([
      'apps/server/src/intake/ingest/solarman/record.ts',
      'apps/server/src/intake/ingest/wires.ts',
    ])
  },
)

it('reads labels of loggers that people claim, by the wire that knows them', () => {
  const { readLabel, hasLine } = createWires()
  expect(readLabel('0012345678')).toBe('solarman-v5:12345678')
  expect(readLabel('readings')).toBeUndefined()
  expect([hasLine('solarman-v5'), hasLine('readings'), hasLine('of a newer version')]).toEqual([true, false, false])
})

it('names no wire that a newer version added', () => {
  expect(() => createWires().of('smoke:signal')).toThrow('There is no wire smoke')
})
