/** Numbers whose names the owner of their source chose, and what each one is. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

export type NamedNumber = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/numbers'>['data'][number]>
export type NumberUse = NonNullable<NamedNumber['use']>

export const namedNumbersQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'numbers'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<readonly NamedNumber[]> =>
    (await call('GET /maintain-s/station/{id}/numbers', { params: { id: plantId } }, { signal })).data,
})

/** null: nobody has decided. */
export const decideNumber = (plantId: number, numberId: number, use: NumberUse | 'ignored' | null) =>
  call('POST /maintain-s/station/{id}/numbers/{numberId}', { params: { id: plantId, numberId }, body: { use } })
