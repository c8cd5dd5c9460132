import { toPlainAddress } from '@heliograph/domain/address.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { FastifyRequest } from 'fastify'
import type { HomeAssistantUser } from '../operator/home-assistant/home-assistant.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'socket'>

/** An identifier of a person of Home Assistant. Headers that came twice are joined, and match no longer. */
const USER_ID = /^[0-9a-f]{32}$/
const MOST_NAME_CHARS = 100

/**
 * The person of Home Assistant who sent a request through its ingress. Only the Supervisor itself may say so: it has signed
 * them in, and it takes these headers away from what it passes on (developers.home-assistant.io/docs/apps/security).
 * @param supervisor its address; undefined: this server is no add-on, and nobody may say so
 */
export function findIngressUser(
  { headers, socket }: Asked,
  supervisor: string | undefined,
): HomeAssistantUser | undefined {
  if (supervisor === undefined || toPlainAddress(socket.remoteAddress ?? '') !== supervisor) return undefined
  if (typeof headers['x-ingress-path'] !== 'string') return undefined
  const id = headers['x-remote-user-id']
  if (typeof id !== 'string' || !USER_ID.test(id)) return undefined
  const shown = headers['x-remote-user-display-name'] ?? headers['x-remote-user-name']
  // Node reads headers as Latin-1; the Supervisor writes UTF-8.
  const name = typeof shown === 'string' ? Buffer.from(shown, 'latin1').toString('utf8') : ''
  return { id, name: cleanLine(name, MOST_NAME_CHARS) }
}
