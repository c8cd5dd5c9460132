import { useQuery } from '@tanstack/react-query'
import { fetchDevices } from '../../api/devices.ts'
import { loggersQuery, plantKey } from '../../api/queries.ts'

const EVERY_MS = 30_000

/** The plant's devices and its loggers' reports; each may fail without the other. */
export function useDevices(plantId: number) {
  const devices = useQuery({
    queryKey: [...plantKey(plantId), 'devices'],
    queryFn: ({ signal }) => fetchDevices(plantId, signal),
    refetchInterval: EVERY_MS,
  })
  const loggers = useQuery({ ...loggersQuery(plantId), refetchInterval: EVERY_MS })
  return { devices, loggers }
}
