import type { Db } from '../../platform/db/database.ts'
import { removeOldBudgets } from './budgets.ts'
import { forgetOldPlaces } from './claims.ts'
import { queryOfClient } from './query.ts'

export { askRestart } from './ask-restart.ts'
export { type ClaimLimits, defaultClaimLimits, LOGGER_CLAIM_DAYS, readClaimLimits } from './claims.ts'
export { countKeptApart } from './count-kept-apart.ts'
export { decideDispute, listDisputes, openDispute } from './disputes.ts'
export { removeLogger, removeLoggerOrClaim, renameLogger } from './edit-logger.ts'
export { addLabelCodes, hasLabelCodes } from './label-codes.ts'
export { listClaims } from './list-claims.ts'
export {
  countPlantLoggers,
  listPlantLoggers,
  listUnclaimed,
  type PlantLogger,
} from './list-loggers.ts'
export { queryOfKysely } from './query.ts'
export { proveAgain, registerLoggers } from './register-loggers.ts'
export { releaseLoggers } from './release-loggers.ts'
export { replaceLogger, takeBackLogger } from './replace-logger.ts'
export { listServerAddresses } from './server-addresses.ts'
export { type SourceAddress, type SourceId, toSourceId } from './source.ts'
export { listUnreadRecords } from './unread-records.ts'
export { ownershipSql, writeOwnerships } from './wires.ts'

/** Where browsers were that claimed loggers long ago, and what people spent then. */
export async function forgetOldClaims(db: Db, nowMs: number): Promise<void> {
  const query = queryOfClient(db.pool)
  await forgetOldPlaces(query, nowMs)
  await removeOldBudgets(query, nowMs)
}
