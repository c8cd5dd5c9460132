import type { Environment } from '../../../../platform/settings/settings.ts'

/** A server of a maker to which its loggers send. */
export type Cloud = Readonly<{
  /** As the list names it, and as it is stored: `host:port`, with `tls://` before it for an encrypted one. */
  id: string
  host: string
  port: number
  isEncrypted: boolean
}>

/** Names and port of the Solarman platform in published configurations and firmware of sticks; none was tried by us. */
const KNOWN = ['access1.solarmanpv.com:10000', 'data1.solarmanpv.com:10000', 'data2.solarmanpv.com:10000'] as const
export const KNOWN_CLOUDS = KNOWN.join(',')

const MOST_CLOUDS = 50

/**
 * The only places to which streams may go, from the setting LOGGER_CLOUDS. Owners choose from it and type nothing, so
 * that nobody looks through a network with this server.
 * @throws Error naming the setting
 */
export function readClouds(env: Environment): readonly Cloud[] {
  const text = env.LOGGER_CLOUDS?.trim() || KNOWN_CLOUDS
  if (text === 'off') return []
  const ids = [...new Set(text.split(',').map((item) => item.trim().toLowerCase()))].filter(Boolean)
  if (ids.length > MOST_CLOUDS) throw new Error(`LOGGER_CLOUDS must list at most ${MOST_CLOUDS} clouds`)
  return ids.map(readCloud)
}

function readCloud(id: string): Cloud {
  const [, tls, name = '', port = ''] = /^(tls:\/\/)?(\[[0-9a-f:]+\]|[a-z0-9._-]{1,253}):(\d{1,5})$/.exec(id) ?? []
  const number = Number(port)
  if (name === '' || number < 1 || number > 65_535)
    throw new Error(`LOGGER_CLOUDS must list clouds such as name:10000 or tls://name:10443, or be off, not "${id}"`)
  return { id, host: name.replace(/^\[|\]$/g, ''), port: number, isEncrypted: tls !== undefined }
}
