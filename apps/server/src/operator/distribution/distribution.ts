/** The room's front door: telemetry spread over the workers of a cluster (Citus). */
export { distribute } from './distribute.ts'
export { distributedTables } from './table-places.ts'
