import { PRIVATE_PLACE } from '@heliograph/domain/address.ts'
import { createWires } from '../../../intake/ingest/ingest.ts'
import { defaultClaimLimits } from '../claims.ts'

const { readLabel } = createWires()

/** A registration from a browser in the same private network as the loggers. */
export const claimOf = (plantId: number, nowMs: number, serials: readonly (number | string)[]) => ({
  plantId,
  userId: null,
  place: PRIVATE_PLACE,
  nowMs,
  serials: serials.map(String),
  readLabel,
  limits: defaultClaimLimits,
})
