import { useQuery } from '@tanstack/react-query'
import { devicesQuery, loggersQuery } from '../../../api/device-queries.ts'

const EVERY_MS = 30_000

/** The plant's devices and its loggers' reports; each may fail without the other. */
export function useDevices(plantId: number) {
  const devices = useQuery(devicesQuery(plantId))
  const loggers = useQuery({ ...loggersQuery(plantId), refetchInterval: EVERY_MS })
  return { devices, loggers }
}
