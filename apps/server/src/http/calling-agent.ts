import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyRequest } from 'fastify'
import { type CallingAgent, isAgentToken } from '../intake/agents/agents.ts'
import { askerOf } from './early-checks.ts'
import type { Services } from './routes/services.ts'

type Deps = Parameters<typeof askerOf>[1] & Readonly<{ services: Pick<Services, 'agents'> }>

/** The agent whose token the request shows. @throws Refusal AUTH_TOKEN_INVALID */
export async function requireAgent(request: FastifyRequest, nowMs: number, deps: Deps): Promise<CallingAgent> {
  const asker = askerOf(request, deps)
  // A person's token stays known as a right one.
  if (!isAgentToken(asker.token)) throw new Refusal('AUTH_TOKEN_INVALID')
  const agent = await deps.services.agents.find(asker.token)
  if (agent === undefined) {
    deps.admission.noteInvalid(asker, nowMs)
    throw new Refusal('AUTH_TOKEN_INVALID')
  }
  deps.admission.noteSession(asker.token, nowMs)
  return agent
}
