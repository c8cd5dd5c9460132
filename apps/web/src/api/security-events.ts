import type { CallReply } from '@heliograph/contract/calls.ts'
import type { SecurityEventKind } from '@heliograph/domain/security-event.ts'
import { call } from './call.ts'

const PATH = 'GET /maintain-s/operating/security-events'
type Row = CallReply<typeof PATH>['data'][number]

/** Equal events within some seconds. */
export type SecurityEvent = Readonly<{
  id: number
  lastMs: number
  count: number
  kind: SecurityEventKind
  /** The code of the refusal. */
  reason: string
  /** Method and path, without values. */
  call: string
  /** null: no account, or deleted. */
  account: string | null
  /** Of a name that no account has, equal for equal names; ''. */
  nameMark: string
  address: string
}>

/** @param options.fromS the first second that counts @param options.address its beginning */
export async function fetchSecurityEvents(
  options: Readonly<{
    page: number
    size: number
    kind?: SecurityEventKind
    fromS?: number
    address?: string
  }>,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; events: readonly SecurityEvent[] }>> {
  const { fromS, ...rest } = options
  const query = {
    ...rest,
    ...(fromS !== undefined && { from: fromS }),
    'order.direction': 'DESC',
    'order.property': 'id',
  } as const
  const { total, data } = await call(PATH, { query }, { signal })
  return { total, events: data.map(toEvent) }
}

const toEvent = ({ id, lastAt, nameHash, count, kind, reason, call: name, account, address }: Row): SecurityEvent => ({
  id,
  count,
  kind,
  reason,
  call: name,
  account,
  address,
  lastMs: lastAt * 1000,
  nameMark: nameHash.slice(0, 8),
})
