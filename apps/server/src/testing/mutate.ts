/** Values and changes that hostile callers try. Drawn: the same seed gives the same ones. */

export type Dice = () => number

/** Mulberry32: small, and the same in every run. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(dice: Dice, list: readonly T[]): T => {
  const found = list[Math.floor(dice() * list.length)]
  if (found === undefined) throw new RangeError('an empty list')
  return found
}

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

/** Numbers at the edges of what JSON, JavaScript and PostgreSQL can hold. */
const numbers: readonly unknown[] = [
  ...[0, -0, -1, 1e-320, 5e-324, 1e308, -1e308, 1.5, 0.1 + 0.2, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e21],
  ...[99_999_999_999, 253_402_300_800, -62_135_596_801, 8_640_000_000_001],
]
const texts: readonly unknown[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ufeff', '\u202e\u2066', '💥'.repeat(300), 'İ', 'ß'],
  ...["'; drop table plants; --", '$\u007b7*7}', '{{7*7}}', '%s%n', '../../etc/passwd', '%2e%2e%2f', '\r\nX-Evil: 1'],
  ...['<img src=x onerror=alert(1)>', 'javascript:alert(1)', 'NaN', 'Infinity', '1e999', '0x10', '１２', '-0', '+1'],
  ...['2026-13-45', '0000-00-00', '9999-12-31', '+275760-09-13', '2026-02-30', '1970-01-01T00:00:00Z', 'null', 'true'],
  ...['a'.repeat(70_000), '('.repeat(5_000), `${'a'.repeat(30)}!`, '\\u0000', '1'.repeat(400), 'Europe/Nowhere'],
]
const shapes: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { constructor: { prototype: 1 } }],
  ...[
    JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
    deep(60),
    deep(1_000),
    Array.from({ length: 20_000 }, () => 1),
  ],
]
export const nasty = (dice: Dice): unknown => pick(dice, pick(dice, [numbers, texts, texts, shapes]))

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Changes one place somewhere inside `value`: another value, none, one more, or the same twice. */
export function mutate(dice: Dice, value: unknown): unknown {
  if (!isTree(value) || dice() < 0.08) return nasty(dice)
  if (Array.isArray(value)) {
    if (value.length === 0 || dice() < 0.2) return [...value, nasty(dice)]
    const at = Math.floor(dice() * value.length)
    if (dice() < 0.2) return [...value, value[at]]
    return value.map((item, index) => (index === at ? mutate(dice, item) : item))
  }
  const keys = Object.keys(value)
  const act = dice()
  if (keys.length === 0 || act < 0.1)
    return { ...value, [String(pick(dice, ['extra', 'id', 'constructor', 'a.b', '']))]: nasty(dice) }
  const key = pick(dice, keys)
  if (act < 0.2) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return { ...value, [key]: mutate(dice, value[key]) }
}

/** Changes some bytes: flipped, cut, doubled, moved, or numbers at the edges in their place. */
export function mutateBytes(dice: Dice, bytes: Uint8Array): Uint8Array {
  let changed = Buffer.from(bytes)
  const times = 1 + Math.floor(dice() * 4)
  for (let n = 0; n < times; n += 1) {
    const at = Math.floor(dice() * Math.max(1, changed.length))
    const act = dice()
    if (act < 0.4 && changed.length > 0) changed[at] = Math.floor(dice() * 256)
    else if (act < 0.55) changed = changed.subarray(0, at)
    else if (act < 0.7) changed = Buffer.concat([changed.subarray(0, at), changed])
    else if (act < 0.85 && changed.length > at + 4)
      changed.writeUInt32LE(pick(dice, [0, 1, 0x7fffffff, 0xffffffff, 0x80000000]), at)
    else
      changed = Buffer.concat([
        changed.subarray(0, at),
        Buffer.alloc(Math.floor(dice() * 300), 0xa5),
        changed.subarray(at),
      ])
  }
  return new Uint8Array(changed)
}
