import type { CallReply } from '@heliograph/contract/calls.ts'
import type { SecurityEventKind } from '@heliograph/domain/security-event.ts'
import { call } from './call.ts'

const PATH = 'GET /maintain-s/operating/security-events'

/** Equal events within some seconds. */
export type SecurityEvent = CallReply<typeof PATH>['data'][number]

export const fetchSecurityEvents = (
  options: Readonly<{ page: number; size: number; kind?: SecurityEventKind; fromMs?: number; address?: string }>,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; data: readonly SecurityEvent[] }>> =>
  call(PATH, { query: { ...options, 'order.direction': 'DESC', 'order.property': 'id' } }, { signal })
