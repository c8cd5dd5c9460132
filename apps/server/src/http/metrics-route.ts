import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { METRICS_TYPE, type Metrics } from '../platform/metrics/metrics.ts'

/** For Prometheus; without a token it does not exist. */
export function registerMetrics(
  app: FastifyInstance,
  { metrics, token }: Readonly<{ metrics: Pick<Metrics, 'write'>; token: string | undefined }>,
): void {
  if (token === undefined) return
  app.get('/metrics', { config: { rateLimit: { max: 60, timeWindow: MINUTE_MS } } }, (request, reply) => {
    const options = /^bearer\s+(\S{1,500})\s*$/i.exec(request.headers.authorization ?? '')?.[1]
    if (options === undefined || !isEqual(options, token)) throw new Refusal('AUTH_TOKEN_INVALID')
    return reply.header('cache-control', 'no-store').type(METRICS_TYPE).send(metrics.write())
  })
}

const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The first part of the route, of which there are few: paths of strangers must not make lines. */
export function routeClassOf({ routeOptions }: FastifyRequest): string {
  const path = routeOptions.url
  if (path === undefined || path === '*' || path === '/*') return 'page'
  return path.split('/')[1] || 'page'
}
