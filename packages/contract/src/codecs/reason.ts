import type { Reason } from '@heliograph/domain/status.ts'
import type { StatusReason } from '../maintain-s/status.ts'
import { type Codec, seconds } from './fields.ts'

/** Why a plant or a device has its status. */
export const statusReason = {
  toWire: ({ sinceMs, devices, ...same }) => ({
    ...same,
    since: sinceMs === null ? null : seconds.toWire(sinceMs),
    devices: devices.map(({ id, name }) => ({ id, name })),
  }),
  fromWire: ({ since, ...same }) => ({ ...same, sinceMs: since === null ? null : seconds.fromWire(since) }),
} satisfies Codec<Reason, StatusReason>
