import { troubleStatuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import type { FleetPlant } from '../../../api/fleet.ts'
import { plantCountsQuery } from '../../../api/queries.ts'
import { isAlarmed, NAMED, troubleQuery, worstQuery } from './queries.ts'

type Worst = Readonly<{ plants: readonly FleetPlant[]; isPending: boolean; alarmed: number | undefined }>

/** The plants that the sentence names: a second call is made only where the first page lacks some of them. */
export function useWorst(): Worst {
  const { data: counts } = useQuery(plantCountsQuery(''))
  const { data: worst, isPending } = useQuery(worstQuery)
  const trouble = troubleStatuses.reduce((sum, status) => sum + (counts?.byStatus[status] ?? 0), 0)
  const isShort = worst !== undefined && !worst.isAll && worst.inTrouble.length < Math.min(trouble, NAMED)
  const asked = useQuery({ ...troubleQuery, enabled: isShort })
  const further = isShort ? asked.data : undefined
  const plants = further ? [...further, ...(worst?.plants.filter(isAlarmed) ?? [])] : (worst?.plants ?? [])
  return {
    plants: plants.slice(0, NAMED),
    isPending: isPending || (isShort && asked.isPending),
    // Where the first page has all plants, it says of which the person may see alarms.
    alarmed: worst?.isAll ? worst.plants.filter(isAlarmed).length : undefined,
  }
}
