import type { StatusReason } from '@heliograph/contract/maintain-s/status.ts'
import type { Reason } from '@heliograph/domain/status.ts'
import { toSecondsOrNull } from './scales.ts'

export const toWireReason = ({ sinceMs, devices, ...reason }: Reason): StatusReason => ({
  ...reason,
  since: toSecondsOrNull(sinceMs),
  devices: devices.map(({ id, name }) => ({ id, name })),
})
