import { localDate } from '@heliograph/domain/time.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'

/**
 * The day whose modules are shown; undefined: now. While the plant sleeps it is the last day with data, unless the address
 * asks for now: at night there is nothing else to see.
 */
export function useLayoutDay(): string | undefined {
  const { params, date } = useUrlState()
  const { plant, live, zone } = useCurrentPlant()
  if (date !== undefined || params.get('at') === 'now') return date
  const lastMs = live.now?.sampledAtMs ?? null
  return plant.status === 'asleep' && lastMs !== null ? localDate(lastMs, zone) : undefined
}
