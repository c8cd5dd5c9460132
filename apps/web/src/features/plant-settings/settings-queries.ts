import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { plantKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'

export const ownDevicesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'own-devices'],
    queryFn: ({ signal }) =>
      call('GET /maintain-s/power/system/{id}/device', { params: { id: plantId }, query: {} }, { signal }),
    meta: quiet,
  })

export const ownLoggersQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'own-loggers'],
    queryFn: ({ signal }) =>
      call('GET /maintain-s/power/system/{id}/gateway', { params: { id: plantId }, query: {} }, { signal }),
    meta: quiet,
  })

export const refusedStepsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'refused-steps'],
    queryFn: ({ signal }) =>
      call('GET /maintain-s/station/{id}/refused-steps', { params: { id: plantId } }, { signal }),
    meta: quiet,
  })
