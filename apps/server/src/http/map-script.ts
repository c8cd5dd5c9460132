import { isMapKind, MAP_SCRIPT_PATH, type MapKind } from '@heliograph/domain/brand/map-origins.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance } from 'fastify'

/** The addresses of the operator's map scripts, their keys included. */
export type MapScripts = Readonly<Partial<Record<MapKind, string>>>

const PATIENCE_MS = 8_000
const MOST_BYTES = 3 * 1024 * 1024

/** Map scripts by way of this server: the address with the operator's key is not in the page. */
export function registerMapScripts(
  app: FastifyInstance,
  { scripts, now, load = fetch }: Readonly<{ scripts: MapScripts; now: () => number; load?: typeof fetch }>,
): void {
  const kept = new Map<MapKind, Readonly<{ text: string; atMs: number }>>()
  const read = async (kind: MapKind, address: string): Promise<string> => {
    const known = kept.get(kind)
    if (known !== undefined && now() - known.atMs < HOUR_MS) return known.text
    try {
      const reply = await load(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
      const text = reply.ok ? await reply.text() : ''
      if (text === '' || text.length > MOST_BYTES) throw new Error(`the map's server answers ${reply.status}`)
      kept.set(kind, { text, atMs: now() })
      return text
    } catch (error) {
      app.log.warn({ kind, reason: (error as Error).message }, 'no map script')
      // The last one works as well.
      if (known !== undefined) return known.text
      throw new Refusal('UNAVAILABLE')
    }
  }
  app.get<{ Params: { kind: string } }>(
    `${MAP_SCRIPT_PATH}:kind`,
    { config: { rateLimit: { max: 60, timeWindow: MINUTE_MS } } },
    async (request, reply) => {
      const { kind } = request.params
      const address = isMapKind(kind) ? scripts[kind] : undefined
      if (!isMapKind(kind) || address === undefined) throw new Refusal('NOT_FOUND')
      const text = await read(kind, address)
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'private, max-age=3600').send(text)
    },
  )
}
