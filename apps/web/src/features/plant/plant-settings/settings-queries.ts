import { queryOptions } from '@tanstack/react-query'
import { fetchAlarmSettings } from '../../../api/alarm-settings.ts'
import { fetchContact } from '../../../api/contact.ts'
import { fetchMeterSpec } from '../../../api/device-place.ts'
import { fetchAddresses } from '../../../api/logger-addresses.ts'
import { fetchMetering, fetchZero } from '../../../api/metering.ts'
import { plantKey } from '../../../api/queries.ts'

export { ownDevicesQuery, ownLoggersQuery } from '../../../plant/own-equipment.ts'

export const meterSpecQuery = (plantId: number, deviceId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'meter', deviceId],
    queryFn: ({ signal }) => fetchMeterSpec(plantId, deviceId, signal),
  })

export const meteringQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'metering'],
    queryFn: ({ signal }) => fetchMetering(plantId, signal),
  })

export const zeroQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'zero'],
    queryFn: ({ signal }) => fetchZero(plantId, signal),
  })

export const alarmSettingsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'alarm-settings'],
    queryFn: ({ signal }) => fetchAlarmSettings(plantId, signal),
  })

export const contactQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'contact'],
    queryFn: ({ signal }) => fetchContact(plantId, signal),
  })

export const addressesQuery = (plantId: number, loggerId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'addresses', loggerId],
    queryFn: ({ signal }) => fetchAddresses({ plantId, loggerId }, signal),
    // A job takes back and puts back: its end is seen while the list is open.
    refetchInterval: ({ state }) =>
      state.data?.takeBacks.some((item) => item.state === 'taking' || item.state === 'giving') ? 2_000 : false,
  })
