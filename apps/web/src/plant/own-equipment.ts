import { queryOptions } from '@tanstack/react-query'
import { fetchOwnDevices } from '../api/devices.ts'
import { fetchOwnLoggers } from '../api/loggers.ts'
import { plantKey } from '../api/queries.ts'

/** A plant's devices as their settings show them. */
export const ownDevicesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'own-devices'],
    queryFn: ({ signal }) => fetchOwnDevices(plantId, signal),
  })

export const ownLoggersQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'own-loggers'],
    queryFn: ({ signal }) => fetchOwnLoggers(plantId, signal),
  })
