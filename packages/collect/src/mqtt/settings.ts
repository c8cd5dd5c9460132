import type { Way } from '../way.ts'

export type MqttSettings = Readonly<{
  user?: string
  password?: string
  isTls?: boolean
  /** The certificate that the broker must show, SHA-256 in hexadecimal; else the one that it showed first. */
  fingerprint?: string
  /** Topics beside the usual ones: `house/#`. */
  topics?: readonly string[]
  /** Under which Home Assistant finds devices. */
  discoveryPrefix?: string
  /** The portal ID of a Victron GX: it says nothing until it is asked. */
  victron?: string
}>

const lengths = { user: 200, password: 500 } as const
const MOST_TOPICS = 20

export const readSettings: Way['readSettings'] = (value): MqttSettings => {
  const all = value ?? {}
  if (typeof all !== 'object' || Array.isArray(all)) throw new RangeError('settings')
  const read: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(all)) {
    const isFit =
      (Object.hasOwn(lengths, name) &&
        typeof item === 'string' &&
        item !== '' &&
        item.length <= lengths[name as keyof typeof lengths]) ||
      (name === 'isTls' && typeof item === 'boolean') ||
      (name === 'fingerprint' && typeof item === 'string' && /^[0-9a-f]{64}$/i.test(item)) ||
      (name === 'discoveryPrefix' && typeof item === 'string' && /^[^#+\0]{1,100}$/.test(item)) ||
      (name === 'victron' && typeof item === 'string' && /^[0-9a-f]{12}$/.test(item)) ||
      (name === 'topics' && isTopics(item))
    if (!isFit) throw new RangeError(name)
    read[name] = name === 'fingerprint' ? String(item).toLowerCase() : item
  }
  return read
}

/** A wildcard stands for whole levels: `+` for one, `#` at the end for all that follow. */
const isTopics = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MOST_TOPICS &&
  value.every(
    (topic) =>
      typeof topic === 'string' &&
      topic.length <= 512 &&
      /^(?:[^#+\0/]*|\+)(?:\/(?:[^#+\0/]*|\+))*(?:\/#)?$|^#$/.test(topic) &&
      topic !== '',
  )
