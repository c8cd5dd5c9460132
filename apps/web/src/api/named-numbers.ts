/** Numbers whose names the owner of their source chose, and what each one is. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'
import { toMs } from './wire-time.ts'

type Row = CallReply<'GET /maintain-s/station/{id}/numbers'>['data'][number]
export type NumberUse = NonNullable<Row['use']>
export type NamedNumber = Readonly<Omit<Row, 'seenAt'> & { seenAtMs: number }>

export const namedNumbersQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'numbers'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<readonly NamedNumber[]> => {
    const { data } = await call('GET /maintain-s/station/{id}/numbers', { params: { id: plantId } }, { signal })
    return data.map(({ seenAt, ...number }) => ({ ...number, seenAtMs: toMs(seenAt) }))
  },
})

/** null: nobody has decided. */
export const decideNumber = (plantId: number, numberId: number, use: NumberUse | 'ignored' | null) =>
  call('POST /maintain-s/station/{id}/numbers/{numberId}', { params: { id: plantId, numberId }, body: { use } })
