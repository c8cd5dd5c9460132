/** Queries of a plant's devices and loggers, apart from what the first load needs (queries.ts). */
import { queryOptions } from '@tanstack/react-query'
import { fetchDevices } from './devices.ts'
import { fetchLoggers } from './loggers.ts'
import { plantKey } from './queries.ts'

export const loggersKey = (plantId: number) => [...plantKey(plantId), 'loggers'] as const

const DEVICES_EVERY_MS = 30_000

/** All devices of a plant, its loggers included. */
export const devicesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'devices'],
    queryFn: ({ signal }) => fetchDevices(plantId, signal),
    refetchInterval: DEVICES_EVERY_MS,
  })

/** The plant's loggers, and the port on which they reach this server. */
export const loggersQuery = (plantId: number) =>
  queryOptions({
    queryKey: loggersKey(plantId),
    queryFn: ({ signal }) => fetchLoggers(plantId, signal),
  })
