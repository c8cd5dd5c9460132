/** Why a device or plant has its status. */
export type { Reason as StatusReason } from '@heliograph/domain/status.ts'
