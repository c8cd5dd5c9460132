/** Values that are read from a device and set on it at once, through its logger. */
import type {
  CommandEntry,
  ReadOutcome,
  RegisterReading,
  RegisterSetting,
  SettingReply,
} from '@heliograph/contract/maintain-s/command.ts'
import { call } from './call.ts'

export type Permission = 'off' | 'read' | 'write'
export type RegisterValue = RegisterReading['value']
export type Setting = Readonly<RegisterSetting>
export type Register = Readonly<Omit<RegisterReading, 'setting'> & { setting: Setting | null }>
export type Reading = Readonly<Pick<ReadOutcome, 'atMs' | 'reason'> & { items: readonly Register[] }>
export type SettingResult = Readonly<Omit<SettingReply, 'dryRun'>>

/** `isMine`: the signed-in person decides about it. */
export async function fetchPermission(
  plantId: number,
  signal?: AbortSignal,
): Promise<Readonly<{ permission: Permission; isMine: boolean }>> {
  const reply = await call('GET /maintain-s/station/{id}/commands', { params: { id: plantId } }, { signal })
  return { permission: reply.permission, isMine: reply.mayAllow }
}

export const allowCommands = (plantId: number, permission: Permission) =>
  call('POST /maintain-s/station/{id}/commands', { params: { id: plantId }, body: { permission } })

type Place = Readonly<{ plantId: number; deviceId: number }>

export const readDevice = ({ plantId, deviceId }: Place): Promise<Reading> =>
  call('POST /maintain-s/power/system/{id}/device/{did}/read', { params: { id: plantId, did: deviceId }, body: {} })

export const setDevice = (
  { plantId, deviceId }: Place,
  { item, value, isDryRun }: Readonly<{ item: string; value: number; isDryRun: boolean }>,
): Promise<SettingResult> =>
  call('POST /maintain-s/power/system/{id}/device/{did}/setting', {
    params: { id: plantId, did: deviceId },
    body: { item, value, dryRun: isDryRun },
  })

export async function fetchCommands(
  { plantId, deviceId }: Place,
  signal?: AbortSignal,
): Promise<readonly CommandEntry[]> {
  const { data } = await call(
    'GET /maintain-s/power/system/{id}/device/{did}/commands',
    { params: { id: plantId, did: deviceId }, query: { page: 1, size: 10 } },
    { signal },
  )
  return data
}
