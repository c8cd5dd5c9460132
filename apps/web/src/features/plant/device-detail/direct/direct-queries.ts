import { queryOptions } from '@tanstack/react-query'
import { fetchCommands, fetchPermission } from '../../../../api/commands.ts'
import { plantKey } from '../../../../api/queries.ts'

export const permissionQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'commands'],
    queryFn: ({ signal }) => fetchPermission(plantId, signal),
  })

export const commandsQuery = (plantId: number, deviceId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'commands', deviceId],
    queryFn: ({ signal }) => fetchCommands({ plantId, deviceId }, signal),
  })
