/** Deleted plants that can still be restored, in our words. */
import { queryOptions } from '@tanstack/react-query'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'

export type BinnedPlant = Readonly<{
  id: number
  name: string
  capacityWp: number
  zone: string
  deletedAtMs: number
  endsAtMs: number
  /** null: the account is gone. */
  deletedBy: string | null
  isOwner: boolean
}>

export const binQuery = queryOptions({
  queryKey: ['plants', 'bin'],
  queryFn: async ({ signal }): Promise<readonly BinnedPlant[]> => {
    const { data } = await call('GET /maintain-s/station/bin', undefined, { signal })
    return data.map(({ installedCapacity, regionTimezone, deletedAt, endsAt, ...same }) => ({
      ...same,
      capacityWp: installedCapacity * 1000,
      zone: regionTimezone,
      deletedAtMs: deletedAt * 1000,
      endsAtMs: endsAt * 1000,
    }))
  },
})

export const restorePlant = (id: number) => call('POST /maintain-s/station/bin/{id}', { params: { id } })
export const removeFromBin = (id: number, proof: Proof) =>
  call('DELETE /maintain-s/station/bin/{id}', { params: { id }, body: { proof } })
