import { calls } from '@heliograph/contract/calls.ts'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writePlantMetrics } from '../delivery/prometheus/prometheus.ts'
import { METRICS_TYPE } from '../platform/metrics/metrics.ts'
import { requireScope, requireSession } from './access.ts'
import type { CallDeps } from './call-routes.ts'
import { noteCaller } from './note-refusal.ts'
import { visitorOf } from './relay-trust.ts'

/** The call whose scope a reading needs. */
const entry = calls['GET /maintain-s/station/{id}']
const PATH = '/api/prometheus'
/** It reads all plants of a person. */
const COST = 5

type Deps = Pick<CallDeps, 'db' | 'now' | 'origin' | 'centerSecret' | 'admission' | 'budgets'>

/** A person's plants for their own Prometheus, with an access token (docs/connect/prometheus.md). */
export function registerPlantMetrics(app: FastifyInstance, deps: Deps): void {
  app.get(PATH, async (request, reply) => {
    const [, token] = /^bearer\s+(\S{1,500})\s*$/i.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
    const { address } = visitorOf(request, deps.origin, deps.centerSecret)
    const asker = { address: toCountedAddress(address), token }
    const nowMs = deps.now()
    deps.admission.refuse(asker, { name: PATH, cost: COST }, nowMs)
    const leave = await deps.admission.enter(asker, false)
    try {
      const session = await requireSession(deps.db, token, { kind: 'user' }, noParts, nowMs, deps.origin.center).catch(
        (error: unknown) => {
          deps.admission.noteInvalid(asker, nowMs)
          throw error
        },
      )
      deps.admission.noteSession(token, nowMs)
      noteCaller(request, session.userId)
      requireScope(session, 'GET', entry)
      await deps.budgets.spend(session.userId, COST, nowMs)
      const text = await writePlantMetrics(deps.db, session, { withNames: wantsNames(request), nowMs })
      return reply.header('cache-control', 'no-store').type(METRICS_TYPE).send(text)
    } finally {
      leave()
    }
  })
}

const noParts = { params: undefined, query: undefined, body: undefined }

/** @throws Refusal PARAM_ERROR */
function wantsNames({ query }: FastifyRequest): boolean {
  const { names = '0' } = query as Readonly<Record<string, unknown>>
  if (names !== '0' && names !== '1') throw new Refusal('PARAM_ERROR', { field: 'query.names' })
  return names === '1'
}
