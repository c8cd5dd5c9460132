import { Refusal } from '@heliograph/domain/errors.ts'

const MOST_BYTES = 512 * 1024
const MOST_ELEMENTS = 5_000
/** Elements that are drawn when each reference is followed, and effects on pixels: more keep a processor for minutes. */
const MOST_DRAWN = 50_000
const MOST_EFFECTS = 50
const MOST_DEPTH = 100
const MOST_OCTAVES = 8

/**
 * A drawing without scripts, handlers, foreign content and references to anything outside. It is drawn to pixels
 * afterwards, so nothing of its text reaches a page; this keeps it from keeping the drawer busy or reading files.
 * @returns undefined for what is no SVG
 * @throws Refusal IMAGE_UNREADABLE for entities, compressed or endless drawings
 */
export function cleanSvg(bytes: Buffer): Buffer | undefined {
  const head = bytes.subarray(0, 1_024).toString('utf8')
  if (!/^\uFEFF?\s*(?:<\?xml|<!--|<!DOCTYPE\s+svg|<svg)/i.test(head)) return undefined
  const text = bytes.toString('utf8')
  const isEndless = bytes.length > MOST_BYTES || (text.match(/</g)?.length ?? 0) > 2 * MOST_ELEMENTS
  // Of a document's own definitions only its name is of use, once.
  if (isEndless || /<!ENTITY/i.test(text) || (text.match(/<!DOCTYPE/gi)?.length ?? 0) > 1 || isCostly(text))
    throw new Refusal('IMAGE_UNREADABLE')
  const cleaned = dropElements(text.replace(/<!DOCTYPE[^>[]*>/i, ''))
    .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
    .replace(/\s(?:xlink:)?href\s*=\s*(?:"(?!#)[^"]*"|'(?!#)[^']*')/gi, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(([^)]*)\)?/gi, (all, target: string) => (/^\s*['"]?#/.test(target) ? all : 'none'))
  return Buffer.from(cleaned)
}

/** A few lines of references to references are millions of elements; so are a few octaves too many of noise. */
function isCostly(text: string): boolean {
  const octaves = [...text.matchAll(/\snumOctaves\s*=\s*["']\s*(\d+)/gi)].map(([, many]) => Number(many))
  if (
    octaves.some((many) => many > MOST_OCTAVES) ||
    (text.match(/<(?:\w{1,40}:)?fe[A-Z]/g)?.length ?? 0) > MOST_EFFECTS
  )
    return true
  // How many elements and which references are within each element that can be referred to; '': the drawing.
  const within = new Map<string, { own: number; references: string[] }>([['', { own: 0, references: [] }]])
  const open: string[] = []
  for (const [tag] of text.matchAll(/<[^>]*>?/g)) {
    if (tag.startsWith('</')) open.pop()
    if (!/^<\w/.test(tag)) continue
    const id = /\sid\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? ''
    if (!within.has(id)) within.set(id, { own: 0, references: [] })
    const target = /^<(?:\w{1,40}:)?use\b/.test(tag) ? /href\s*=\s*["']#([^"']*)/.exec(tag)?.[1] : undefined
    for (const one of new Set(['', ...open, id])) {
      const around = within.get(one)
      if (!around) continue
      around.own += 1
      if (target !== undefined) around.references.push(target)
    }
    if (!tag.endsWith('/>')) open.push(id)
    if (open.length > MOST_DEPTH) return true
  }
  const counted = new Map<string, number>()
  const count = (id: string): number => {
    const known = counted.get(id)
    if (known !== undefined) return known
    // Whoever comes back here refers to itself.
    counted.set(id, Number.POSITIVE_INFINITY)
    const { own = 0, references = [] } = within.get(id) ?? {}
    const all = references.reduce((sum, one) => sum + count(one), own)
    counted.set(id, all)
    return all
  }
  return count('') > MOST_DRAWN
}

const dropped = /^(?:script|foreignobject|iframe|image|feimage|animate\w*|set)$/

/**
 * Without the elements that a logo has no use for. One pass from tag to tag: an expression that looks for the end of each
 * element would read a hostile file to its end again and again.
 */
function dropElements(text: string): string {
  const kept: string[] = []
  let [at, depth, inside] = [0, 0, '']
  for (const { 0: tag, index } of text.matchAll(/<[^>]*>?/g)) {
    if (depth === 0) kept.push(text.slice(at, index))
    at = index + tag.length
    const [, slash, given = ''] = /^<(\/?)(?:\w{1,40}:)?(\w+)/.exec(tag) ?? []
    const name = given.toLowerCase()
    if (depth === 0 && !dropped.test(name)) {
      if (!/^<\?xml-stylesheet/i.test(tag)) kept.push(tag)
    } else if (depth === 0 || name === inside) {
      inside = name
      depth += slash ? -1 : tag.endsWith('/>') ? 0 : 1
      depth = Math.max(0, depth)
    }
  }
  if (depth === 0) kept.push(text.slice(at))
  return kept.join('')
}
