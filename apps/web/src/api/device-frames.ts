/** The payloads of a device as they came. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { RawFrame } from '@heliograph/contract/device-s/frames.ts'
import { call } from './call.ts'

export type Frame = RawFrame
export type FramePart = RawFrame['parts'][number]

export const fetchFrames = (
  deviceId: number,
  query: Readonly<{ page: number; size: number }>,
  signal?: AbortSignal,
): Promise<CallReply<'GET /device-s/device/{id}/frames'>> =>
  call('GET /device-s/device/{id}/frames', { params: { id: deviceId }, query }, { signal })
