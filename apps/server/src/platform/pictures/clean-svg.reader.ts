import { Refusal } from '@heliograph/domain/errors.ts'
import { Parser } from 'htmlparser2'

/** Content of an element that can be referred to: elements of its own, and references among them. */
type Inside = { own: number; references: string[] }

/** How many elements are drawn when each reference is followed; without end where one leads to itself. */
function countDrawn(within: ReadonlyMap<string, Inside>): number {
  const counted = new Map<string, number>()
  const count = (id: string): number => {
    const known = counted.get(id)
    if (known !== undefined) return known
    // An element that leads back here refers to itself.
    counted.set(id, Number.POSITIVE_INFINITY)
    const { own = 0, references = [] } = within.get(id) ?? {}
    let all = own
    for (const reference of references) all += count(reference)
    counted.set(id, all)
    return all
  }
  return count('')
}

const MOST_BYTES = 512 * 1024
const MOST_ELEMENTS = 5_000
/** Elements that are drawn when each reference is followed, and effects on pixels: more keep a processor for minutes. */
const MOST_DRAWN = 50_000
const MOST_EFFECTS = 50
const MOST_DEPTH = 100
const MOST_OCTAVES = 8

/** Elements that a logo is drawn with. Everything else is left out with all that is in it. */
const kept = new Set(
  (
    'svg g defs symbol use a switch title desc style path rect circle ellipse line polyline polygon text tspan textpath ' +
    'lineargradient radialgradient stop clippath mask pattern marker filter feblend fecolormatrix fecomponenttransfer ' +
    'fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb ' +
    'fefuncg fefuncr fegaussianblur femerge femergenode femorphology feoffset fepointlight fespecularlighting ' +
    'fespotlight fetile feturbulence'
  ).split(' '),
)

const refuse = (): never => {
  throw new Refusal('IMAGE_UNREADABLE')
}
const bare = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;')
const isName = (name: string): boolean => /^[A-Za-z_][\w.:-]{0,99}$/.test(name)

/**
 * A drawing without scripts, handlers, foreign content and references to anything outside: written anew from what was
 * understood of it, so that its drawer sees nothing else. It is drawn to pixels afterwards; this keeps it from keeping
 * the drawer busy or reading files.
 * @throws Refusal IMAGE_UNREADABLE for entities and endless drawings
 */
export function cleanSvg(bytes: Uint8Array): Buffer {
  if (bytes.length > MOST_BYTES) return refuse()
  const text = new TextDecoder().decode(bytes)
  const isDefining = /<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)|<!DOCTYPE[^>]{0,2000}\[/i.test(text)
  // Of a document's own definitions only its name is of use, once.
  if (isDefining || (text.match(/<!DOCTYPE/gi)?.length ?? 0) > 1) return refuse()
  const out: string[] = []
  /** Names of open elements as they are written, with the ids that can be referred to. */
  const open: { name: string; id: string; isEmpty: boolean }[] = []
  // '': the drawing as a whole.
  const within = new Map<string, Inside>([['', { own: 0, references: [] }]])
  let [elements, effects, left] = [0, 0, 0]

  const fill = (): void => {
    const last = open.at(-1)
    if (last?.isEmpty) out.push('>')
    if (last) last.isEmpty = false
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1
        if (elements > MOST_ELEMENTS || open.length + left >= MOST_DEPTH) refuse()
        const plain = bare(name)
        if (left > 0 || !kept.has(plain) || !isName(name)) {
          left += 1
          return
        }
        if (plain.startsWith('fe')) effects += 1
        if (effects > MOST_EFFECTS) refuse()
        fill()
        const values = Object.entries(attributes).flatMap(([key, value]) => cleanAttribute(key, value))
        const id = values.find(([key]) => bare(key) === 'id')?.[1] ?? ''
        if (!within.has(id)) within.set(id, { own: 0, references: [] })
        const references = values.flatMap(([key, value]) => referencesOf(key, value))
        for (const one of new Set(['', ...open.map((element) => element.id), id])) {
          const around = within.get(one)
          around?.references.push(...references)
          if (around) around.own += 1
        }
        out.push(`<${name}${values.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}`)
        open.push({ name, id, isEmpty: true })
      },
      ontext(part) {
        if (left > 0 || open.length === 0 || part === '') return
        fill()
        const isStyle = bare(open.at(-1)?.name ?? '') === 'style'
        out.push(escapeText(isStyle ? cleanStyle(part) : part))
      },
      onclosetag() {
        if (left > 0) {
          left -= 1
          return
        }
        const last = open.pop()
        if (last) out.push(last.isEmpty ? '/>' : `</${last.name}>`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  if (countDrawn(within) > MOST_DRAWN) return refuse()
  return Buffer.from(out.join(''))
}

function cleanAttribute(key: string, value: string): readonly (readonly [string, string])[] {
  const plain = bare(key)
  if (!isName(key) || plain.startsWith('on') || /^xml:(?!space|lang)/.test(key)) return []
  if (plain === 'href') return value.startsWith('#') ? [[key, value]] : []
  if (plain === 'numoctaves' && !(Number(value) <= MOST_OCTAVES)) return refuse()
  return [[key, cleanStyle(value)]]
}

/** Without addresses. Escapes would hide one, and drawings do not need them. */
const cleanStyle = (text: string): string =>
  text
    .replaceAll('\\', '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(([^)]*)\)?/gi, (all, target: string) => (/^\s*['"]?#/.test(target) ? all : 'none'))

/** Each reference is drawn again: a copy, a pattern, a mask, a filter. */
function referencesOf(key: string, value: string): readonly string[] {
  if (bare(key) === 'href') return [value.slice(1)]
  return [...value.matchAll(/url\(\s*['"]?#([^'")\s]*)/gi)].map(([, id = '']) => id)
}
