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

/** Whether a topic is one of those that a filter names. */
export function matches(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (let i = 0; i < wanted.length; i += 1) {
    if (wanted[i] === '#') return true
    if (i >= levels.length || (wanted[i] !== '+' && wanted[i] !== levels[i])) return false
  }
  return wanted.length === levels.length
}
