import { Refusal } from '@heliograph/domain/errors.ts'

const MOST_BYTES = 512 * 1024
const MOST_ELEMENTS = 5_000

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
  if (bytes.length > MOST_BYTES || /<!ENTITY/i.test(text) || (text.match(/</g)?.length ?? 0) > 2 * MOST_ELEMENTS)
    throw new Refusal('IMAGE_UNREADABLE')
  const cleaned = text
    .replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, '')
    .replace(/<\?xml-stylesheet[^>]*\?>/gi, '')
    .replace(/<(script|foreignObject|iframe|image|feImage|animate\w*|set)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/gi, '')
    .replace(/<(?:script|foreignObject|iframe|image|feImage)\b[^>]*>/gi, '')
    .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
    .replace(/\s(?:xlink:)?href\s*=\s*(?:"(?!#)[^"]*"|'(?!#)[^']*')/gi, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(['"]?)(?!#)[^)]*\)/gi, 'none')
  return Buffer.from(cleaned)
}
