/** Deleted plants that can still be restored. */
import type { BinnedPlant } from '@heliograph/contract/maintain-s/sharing.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'

export type { BinnedPlant }

export const binQuery = queryOptions({
  queryKey: ['plants', 'bin'],
  queryFn: async ({ signal }): Promise<readonly BinnedPlant[]> =>
    (await call('GET /maintain-s/station/bin', undefined, { signal })).data,
})

export const restorePlant = (id: number) => call('POST /maintain-s/station/bin/{id}', { params: { id } })
export const removeFromBin = (id: number, proof: Proof) =>
  call('DELETE /maintain-s/station/bin/{id}', { params: { id }, body: { proof } })
