/** How many alarms are open, for the rail and the list: small, because every page has them. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type OpenAlarms = Readonly<{
  open: number
  faults: number
  plants: ReadonlyMap<number, Readonly<{ faults: number; alarms: number }>>
}>

/** Open alarms that are not blocked, of all plants that the session sees. */
export const openAlarmsQuery = queryOptions({
  queryKey: ['alarms', 'counts'],
  queryFn: async ({ signal }): Promise<OpenAlarms> => {
    const { counts, plants } = await call('POST /maintain-s/operating/alert/counts', undefined, { signal })
    return {
      open: counts.ongoing,
      faults: counts.faults,
      plants: new Map(plants.map((plant) => [plant.plantId, plant])),
    }
  },
  refetchInterval: MINUTE_MS,
})
