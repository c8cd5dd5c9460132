// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Files = Readonly<Record<string, string>>

const home = new URL('../', import.meta.url)
const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).toSorted()
const read = (which: RegExp): Files =>
  Object.fromEntries(
    names.filter((name) => which.test(name)).map((name) => [`../${name}`, readFileSync(new URL(name, home), 'utf8')]),
  )
const sheets = read(/\.css$/)
const code = read(/(?<!\.test)\.tsx?$/)

const isModule = (file: string): boolean => file.endsWith('.module.css')
/** Sheets that index.html loads before everything else. */
const isBase = (file: string): boolean => /(^|\/)(base|splash)\.css$/.test(file)
const toCamel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const selectorsOf = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}')

const classesOf = (css: string): ReadonlySet<string> =>
  new Set(
    [
      ...selectorsOf(css)
        .replace(/:global\([^)]*\)/g, '')
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map(([, name = '']) => name),
  )

const partsOf = (css: string): readonly string[] =>
  [...selectorsOf(css).matchAll(/\[data-part~?="([\w-]+)"\]/g)].map(([, name = '']) => name)

const resolve = (from: string, to: string): string => new URL(to, new URL(from, 'http://h/a/b/c/d/')).pathname

/** The names that the code uses of each sheet, in camel case; a name that ends in * stands for all with that prefix. */
function asksOf(files: Files): readonly Readonly<{ file: string; sheet: string; name: string }>[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, styles = '', path = '']) => {
      const sheet = resolve(file, path)
      const direct = [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)
      const looks = [...text.matchAll(new RegExp(`lookOf\\(\\s*${styles},\\s*'([\\w-]+)'`, 'g'))].map(
        ([, base = '']) => `${toCamel(base)}*`,
      )
      return [...direct, ...looks].map((name) => ({ file, sheet, name }))
    }),
  )
}

const fits = (asked: string, name: string): boolean =>
  asked.endsWith('*') ? name.startsWith(asked.slice(0, -1)) : asked === name

function findMissing(css: Files, files: Files): readonly string[] {
  const drawn = new Map(Object.entries(css).map(([file, text]) => [resolve(file, '.') + file.split('/').at(-1), text]))
  return asksOf(files).flatMap(({ file, sheet, name }) => {
    const names = [...classesOf(drawn.get(sheet) ?? '')].map(toCamel)
    return names.some((text) => fits(name, text)) ? [] : [`${file}: ${name}`]
  })
}

function findUnused(css: Files, files: Files): readonly string[] {
  const asks = asksOf(files)
  return Object.entries(css)
    .filter(([file]) => isModule(file))
    .flatMap(([file, text]) => {
      const asked = asks.filter(({ sheet }) => sheet === resolve(file, '.') + file.split('/').at(-1))
      return [...classesOf(text)]
        .filter((name) => !asked.some((item) => fits(item.name, toCamel(name))))
        .map((name) => `${file}: .${name}`)
    })
}

/** Plain string classes, which only the base sheet may define. */
function findGlobal(files: Files, base: ReadonlySet<string>): readonly string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})|\bcx\(([^()]*)\)/g)].flatMap(
      ([, plain, template, list = '']) =>
        (plain ?? template ?? [...list.matchAll(/(?<![=<>]\s*)'([\w -]+)'/g)].map(([, name = '']) => name).join(' '))
          .split(/\s+/)
          .filter((name) => name !== '' && !base.has(name))
          .map((name) => `${file}: ${name}`),
    ),
  )
}

describe('the style sheets', () => {
  it('keep every class in a module, except the base sheet', () => {
    expect(Object.keys(sheets).filter(isModule).length).toBeGreaterThan(50)
    const plain = Object.entries(sheets).filter(([file]) => !isModule(file) && !isBase(file))
    expect(plain.flatMap(([file, text]) => [...classesOf(text)].map((name) => `${file}: .${name}`))).toEqual([])
  })

  it('define every class that the code uses', () => {
    expect(findMissing(sheets, code)).toEqual([])
  })

  it('define no unused class', () => {
    expect(findUnused(sheets, code)).toEqual([])
  })

  it('are used by name: only base classes are plain strings', () => {
    const base = new Set(Object.entries(sheets).flatMap(([file, text]) => (isBase(file) ? [...classesOf(text)] : [])))
    expect(findGlobal(code, base)).toEqual([])
  })

  it('find each part of another component that they position', () => {
    const set = new Set(
      Object.values(code).flatMap((text) =>
        [...text.matchAll(/data-part="([\w -]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
      ),
    )
    const asked = Object.entries(sheets).flatMap(([file, text]) => partsOf(text).map((part) => ({ file, part })))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(({ part }) => !set.has(part))).toEqual([])
  })

  // Each insertion into the page would be checked against it: 12 to 25 ms on a phone.
  it('ask no element for what is in it', () => {
    const asking = Object.entries(sheets).filter(([, text]) => selectorsOf(text).includes(':has('))
    expect(asking.map(([file]) => file)).toEqual([])
  })

  it('are reported when they and the code differ', () => {
    const css = { './a.module.css': '.note-warn { top: 0 } .lost { top: 0 }' }
    const files = {
      './a.tsx':
        "import styles from './a.module.css'\n<i className={lookOf(styles, 'note', x)} /><b className={styles.gone} />",
      './b.tsx': "<b className=\"tiny card\" /><i className={cx(styles.note, x === 'y' && 'chip')} />",
    }
    expect(findMissing(css, files)).toEqual(['./a.tsx: gone'])
    expect(findUnused(css, files)).toEqual(['./a.module.css: .lost'])
    expect(findGlobal(files, new Set(['tiny']))).toEqual(['./b.tsx: card', './b.tsx: chip'])
  })
})
