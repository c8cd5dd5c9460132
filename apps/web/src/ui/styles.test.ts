import { describe, expect, it } from 'vitest'

const sheets = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' })

/** Classes that a sheet draws by themselves: `.card { … }`, not `.page .card { … }`. */
function classesOf(css: string): readonly string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? [])
}

/** Sheets that draw the same class: which one wins would hang on the pages that were visited before. */
function findClashes(files: Readonly<Record<string, string>>): readonly string[] {
  const owner = new Map<string, string>()
  return Object.entries(files).flatMap(([file, css]) =>
    [...new Set(classesOf(css))].flatMap((name) => {
      const other = owner.get(name)
      owner.set(name, other ?? file)
      return other === undefined ? [] : [`.${name}: ${other}, ${file}`]
    }),
  )
}

describe('the style sheets, which share one page', () => {
  it('draw each class in one file', () => {
    expect(Object.keys(sheets).length).toBeGreaterThan(50)
    expect(findClashes(sheets)).toEqual([])
  })

  it('are found out when two draw the same one', () => {
    const files = {
      'a.css': '.note { top: 0 } /* .b {} */ .x .b { top: 1px }',
      'b.css': '@media print { .note,\n.b { top: 2px } }',
    }
    expect(findClashes(files)).toEqual(['.note: a.css, b.css'])
  })
})
