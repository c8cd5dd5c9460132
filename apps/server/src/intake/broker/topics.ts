const LONGEST_TOPIC = 512
const MOST_LEVELS = 32

const fits = (text: string): boolean =>
  text !== '' &&
  Buffer.byteLength(text) <= LONGEST_TOPIC &&
  !text.includes('\0') &&
  text.split('/').length <= MOST_LEVELS

/** Whether a client may publish under this name: no wildcard, and not too long or too deep. */
export const isTopic = (text: string): boolean => fits(text) && !/[+#]/.test(text)

/** Whether a text is a filter of MQTT 3.1.1, section 4.7: wildcards stand for whole levels, `#` for the last ones. */
export const isFilter = (text: string): boolean =>
  fits(text) && /^(?:[^#+/]*|\+)(?:\/(?:[^#+/]*|\+))*(?:\/#)?$|^#$/.test(text)

/** A topic or a filter, split once. */
export type Levels = readonly string[]
export const levelsOf = (text: string): Levels => text.split('/')

/** Whether a topic is one of those that a filter names. */
export function matches(wanted: Levels, levels: Levels): boolean {
  if (levels[0]?.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false
  for (let i = 0; i < wanted.length; i += 1) {
    if (wanted[i] === '#') return true
    if (i >= levels.length || (wanted[i] !== '+' && wanted[i] !== levels[i])) return false
  }
  return wanted.length === levels.length
}
