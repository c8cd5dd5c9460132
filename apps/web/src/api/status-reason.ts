import type { StatusReason as WireReason } from '@heliograph/contract/maintain-s/status.ts'
import { toMs } from './wire-time.ts'

/** Why a device or plant has its status (domain/status.ts). */
export type StatusReason = Readonly<Omit<WireReason, 'since'> & { sinceMs: number | null }>

export const toReason = ({ since, ...same }: WireReason): StatusReason => ({ ...same, sinceMs: toMs(since) })
