/** The part of a write's content that may be shown. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

/**
 * Values of these names may appear in the log: IDs, names of rights and roles, switches. Any other content is only
 * named. A name that could hold a secret in any call must not be listed here.
 */
const shown = new Set([
  'id',
  'stationId',
  'deviceId',
  'did',
  'userId',
  'organizationId',
  'invitationId',
  'bid',
  'role',
  'rights',
  'relation',
  'scopes',
  'expiresAt',
  'expiresAtMs',
  'authOpen',
  'kind',
  'gridInterconnectionType',
  'installedCapacity',
  'quantity',
  'atMs',
  'registerItems',
  'deviceSn',
  'sn',
  'x',
  'verificationType',
  'disputeId',
  'decision',
])

const MOST_NAMES = 40
const LONGEST_NAME = 40
const LONGEST_VALUE = 200

/** A word of our own catalogs or a serial number, but never free text or an address. */
const isWord = (text: string): boolean => /^[\w.:-]{1,60}$/.test(text)

/** A change as the call reported it: the values before and after. */
export type Change = Readonly<{ field: string; before: string | number | null; after: string | number | null }>
/** The name under which the value before a change stands beside the value after it. */
export const nameBefore = (field: string): string => `${field}.before`

/** Values of plants and devices, not of people: the log is deleted with its plant. */
export const toChangeDetail = (changes: readonly Change[]): AuditDetail =>
  Object.fromEntries(
    changes.slice(0, MOST_NAMES).flatMap(({ field, before, after }) => [
      [field, cut(after)],
      [nameBefore(field), cut(before)],
    ]),
  )
const cut = (value: string | number | null) => (typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value)

export function toDetail(options: Readonly<Record<string, unknown>>): AuditDetail {
  const rows = Object.entries(options)
    .filter(([name]) => isWord(name) && name.length <= LONGEST_NAME)
    .slice(0, MOST_NAMES)
    .map(([name, value]) => [name, shown.has(name) ? toShown(value) : true] as const)
  return Object.fromEntries(rows)
}

function toShown(value: unknown): string | number | boolean | null {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : true
  if (typeof value === 'string') return isWord(value) ? value : true
  const words = wordsOf(value)
  return words === undefined ? true : words.join(', ').slice(0, LONGEST_VALUE)
}

/**
 * Reads a list of words, or of objects that hold a word under a shown name. undefined: the list contains something
 * else.
 */
function wordsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const words = value.slice(0, MOST_NAMES).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null
      ? Object.entries(item)
          .filter(([name]) => shown.has(name))
          .map(([, inner]) => String(inner))
      : [String(item)],
  )
  return words.every(isWord) ? words : undefined
}
