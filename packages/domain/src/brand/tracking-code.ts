/** A script that a brand loads: only its address and data attributes, never a text to run. */
export type TrackingScript = Readonly<{ source: string; attributes: Readonly<Record<string, string>> }>

const LONGEST = 2_000
const MOST_ATTRIBUTES = 10

/**
 * Reads a tracking code: an https address, or one `<script src="https://...">` without content, with `data-*`
 * attributes, `async` and `defer`.
 * @returns undefined for anything else, such as a script with its own text, which no content policy would let run
 */
export function readTrackingCode(code: string): TrackingScript | undefined {
  const text = code.trim()
  if (text.length > LONGEST) return undefined
  if (isAddress(text)) return { source: text, attributes: {} }
  const [, inside] = /^<script((?:\s+[a-z][a-z0-9-]*(?:="[^"<>]*")?)+)\s*>\s*<\/script>$/i.exec(text) ?? []
  if (inside === undefined) return undefined
  let source: string | undefined
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of inside.matchAll(/([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi)) {
    const low = name.toLowerCase()
    if (low === 'src') source = value
    else if (low.startsWith('data-')) attributes[low] = value
    else if (!['async', 'defer', 'type', 'crossorigin'].includes(low)) return undefined
  }
  if (source === undefined || !isAddress(source) || Object.keys(attributes).length > MOST_ATTRIBUTES) return undefined
  return { source, attributes }
}

const isAddress = (text: string): boolean =>
  /^https:\/\/[^\s"'<>\\]+$/.test(text) && URL.canParse(text) && new URL(text).username === ''
