/** Those of any language; bare: without the mark that says so. */
export const encodings = ['utf8', 'bom', 'utf16le', 'utf16be', 'utf16leBare', 'utf16beBare'] as const
export type Encoding = (typeof encodings)[number] | 'windows-1252' | 'gbk' | 'shift_jis'

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** Which bytes a letter has, as the decoder of Node knows them. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, readonly number[]>()
  const put = (bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte++) put([byte])
  if (encoding !== 'windows-1252')
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) put([lead, trail])
  tables.set(encoding, table)
  return table
}

/** The bytes of a text; undefined: it has letters that this encoding lacks. */
export function encodeText(text: string, encoding: Encoding): Uint8Array | undefined {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  if (encoding === 'bom') return new TextEncoder().encode(`\uFEFF${text}`)
  if (encoding.startsWith('utf16')) {
    const little = Buffer.from(encoding.endsWith('Bare') ? text : `\uFEFF${text}`, 'utf16le')
    return encoding.startsWith('utf16le') ? little : little.swap16()
  }
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const letter of text) {
    const own = table.get(letter)
    if (own === undefined) return undefined
    bytes.push(...own)
  }
  return Uint8Array.from(bytes)
}
