/** Times as the driver gives them: timestamptz arrive as Date, date as 'YYYY-MM-DD', bigint as number (database.ts). */
export type Stamp = Date

/** The rows of every table: each room adds its own in its `tables.ts`, as db/migrations has them. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add their tables.
export interface Tables {}
