import type { Reply } from '../modbus/dialog.ts'

/** Registers that a person pasted. */
export type DumpOptions = Readonly<{
  /** Where the text does not say it: holding or input registers. */
  function: 3 | 4
  /** Of words without 0x. */
  base: 10 | 16
  unit: number
}>

const MOST_REGISTERS = 10_000
const MOST_ADDRESS = 0xffff
const MOST_LINES = 20_000

type Words = Map<number, number>
const faultAt = (line: number): RangeError => new RangeError(`line ${line}`)

/**
 * Registers from a text: each line an address and its words (`40069: 0x0067 50 513`, a function before the address if
 * need be), or JSON: words by address, or blocks of `{function, address, words}`. Words that follow each other are
 * one reply, as a device would send them.
 * @throws RangeError `line N`, or `empty`, `too many`
 */
export function readDump(text: string, options: DumpOptions): readonly Reply[] {
  const byFunction: Readonly<Record<3 | 4, Words>> = { 3: new Map(), 4: new Map() }
  const put = (fn: number, address: number, word: number, at: number): void => {
    if ((fn !== 3 && fn !== 4) || !isWord(address) || !isWord(word)) throw faultAt(at)
    byFunction[fn].set(address, word)
    if (byFunction[3].size + byFunction[4].size > MOST_REGISTERS) throw new RangeError('too many')
  }
  const trimmed = text.trim()
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) readJson(trimmed, options, put)
  else readLines(trimmed, options, put)
  const replies = ([3, 4] as const).flatMap((fn) => toReplies(byFunction[fn], fn, options.unit))
  if (replies.length === 0) throw new RangeError('empty')
  return replies
}

type Put = (fn: number, address: number, word: number, at: number) => void

const isWord = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MOST_ADDRESS

function readLines(text: string, { function: usual, base }: DumpOptions, put: Put): void {
  const lines = text.split('\n', MOST_LINES)
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/(?:#|\/\/).*$/, '').trim()
    if (bare === '') continue
    const found = /^(?:f?([34])[\s,;/]+)?(0x[0-9a-f]{1,4}|\d{1,5})\s*[:=,;\t ]\s*(.+)$/i.exec(bare)
    if (found === null) throw faultAt(index + 1)
    const [, fn, address = '', rest = ''] = found
    const words = rest.split(/[\s,;]+/).filter((word) => word !== '')
    for (const [offset, word] of words.entries())
      put(fn === undefined ? usual : Number(fn), Number(address) + offset, readWord(word, base), index + 1)
  }
}

/** NaN for what is no word. Negative words are those of 16 bits. */
function readWord(text: string, base: 10 | 16): number {
  if (/^0x[0-9a-f]{1,4}$/i.test(text)) return Number.parseInt(text.slice(2), 16)
  if (base === 16) return /^[0-9a-f]{1,4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN
  if (!/^-?\d{1,5}$/.test(text)) return Number.NaN
  const value = Number(text)
  return value < 0 && value >= -0x8000 ? value + 0x10000 : value
}

function readJson(text: string, { function: usual, base }: DumpOptions, put: Put): void {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw faultAt(1)
  }
  const wordOf = (value: unknown): number =>
    typeof value === 'string' ? readWord(value.trim(), base) : typeof value === 'number' ? value : Number.NaN
  if (!Array.isArray(parsed)) {
    for (const [address, value] of Object.entries(parsed as object))
      for (const [offset, word] of (Array.isArray(value) ? value : [value]).entries())
        put(usual, Number(address) + offset, wordOf(word), 1)
    return
  }
  for (const [index, block] of parsed.entries()) {
    const { function: fn = usual, address, words } = (block ?? {}) as Readonly<Record<string, unknown>>
    if (typeof address !== 'number' || typeof fn !== 'number' || !Array.isArray(words)) throw faultAt(index + 1)
    for (const [offset, word] of words.entries()) put(fn, address + offset, wordOf(word), index + 1)
  }
}

function toReplies(words: Words, fn: 3 | 4, unit: number): readonly Reply[] {
  const replies: { address: number; words: number[] }[] = []
  for (const address of [...words.keys()].sort((a, b) => a - b)) {
    const open = replies.at(-1)
    const word = words.get(address) ?? 0
    if (open && open.address + open.words.length === address) open.words.push(word)
    else replies.push({ address, words: [word] })
  }
  return replies.map(({ address, words: own }) => ({
    block: { unit, function: fn, address, count: own.length, cuts: [] },
    words: own,
  }))
}
