import { inflateSync } from 'node:zlib'

/** The pieces of text on each page of one of our PDFs, in the order in which they were drawn. */
export function readPdf(file: Buffer): readonly (readonly string[])[] {
  const objects = new Map<number, string>()
  const source = file.toString('latin1')
  for (const { groups } of source.matchAll(/(?<id>\d+) 0 obj\n(?<body>[\s\S]*?)\nendobj/g))
    objects.set(Number(groups?.id), groups?.body ?? '')
  const get = (body: string, key: string): string | undefined => {
    const id = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1]
    return id === undefined ? undefined : objects.get(Number(id))
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const resources = get(page, 'Resources') ?? ''
    const fonts = new Map<string, ReadonlyMap<string, string>>()
    for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = get(objects.get(Number(id)) ?? '', 'ToUnicode')
      if (unicode !== undefined) fonts.set(name, readLetters(readStream(unicode)))
    }
    return readTexts(readStream(get(page, 'Contents') ?? ''), fonts)
  })
}

function readStream(body: string): string {
  const raw = /stream\n([\s\S]*?)\nendstream/.exec(body)?.[1] ?? ''
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw
}

/** The letters of a font's glyphs, both in hexadecimal. */
function readLetters(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [, range = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)\nendbfrange/g))
    for (const [, from = '', list = ''] of range.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
      for (const [at, [, units = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
        const text = (units.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        letters.set((Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'), text.join(''))
      }
  return letters
}

function readTexts(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  let letters: ReadonlyMap<string, string> = new Map()
  const texts: string[] = []
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    if (shown === undefined) continue
    const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    texts.push(glyphs.map((glyph) => letters.get(glyph.toLowerCase()) ?? '?').join(''))
  }
  return texts
}
