import type { Way } from '../way.ts'

/** As a person enters them: a list is one text. */
export type MqttSettings = Readonly<{
  user?: string
  password?: string
  isTls?: boolean
  /** The certificate that the broker must show, SHA-256 in hexadecimal; else the one that it showed first. */
  fingerprint?: string
  /** Topics beside the usual ones, with commas between them: `house/#, garage/#`. */
  topics?: string
  /** Under which Home Assistant finds devices. */
  discoveryPrefix?: string
  /** The portal ID of a Victron GX: it says nothing until it is asked. */
  victron?: string
  /** Keys of plugs that feed in, with semicolons between them. */
  generating?: string
}>

const MOST_TOPICS = 20

/** The parts of a text that is a list. */
export const listOf = (text: string | undefined, mark: string): readonly string[] =>
  (text ?? '')
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A wildcard stands for whole levels: `+` for one, `#` at the end for all that follow. */
const isTopic = (topic: string): boolean =>
  topic.length <= 512 && /^(?:[^#+\0/]*|\+)(?:\/(?:[^#+\0/]*|\+))*(?:\/#)?$|^#$/.test(topic)

const checks: Readonly<Record<keyof MqttSettings, (value: unknown) => boolean>> = {
  user: (value) => typeof value === 'string' && value !== '' && value.length <= 200,
  password: (value) => typeof value === 'string' && value !== '' && value.length <= 500,
  isTls: (value) => typeof value === 'boolean',
  fingerprint: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  discoveryPrefix: (value) => typeof value === 'string' && /^[^#+\0]{1,100}$/.test(value),
  victron: (value) => typeof value === 'string' && /^[0-9a-f]{12}$/.test(value),
  topics: (value) => {
    const all = typeof value === 'string' ? listOf(value, ',') : []
    return all.length > 0 && all.length <= MOST_TOPICS && all.every(isTopic)
  },
  generating: (value) => typeof value === 'string' && value.length <= 4_000,
}

export const readSettings: Way['readSettings'] = (value): MqttSettings => {
  const all = value ?? {}
  if (typeof all !== 'object' || Array.isArray(all)) throw new RangeError('settings')
  for (const [name, item] of Object.entries(all))
    if (!Object.hasOwn(checks, name) || !checks[name as keyof MqttSettings](item)) throw new RangeError(name)
  return all
}
