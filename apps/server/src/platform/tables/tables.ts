/** The room's front door: tables in the files that people bring. The readers beside it run in a process of their own. */
export { type Cell, type FileSheet, importLimits } from './import-table.ts'
export { unreadable } from './unreadable.ts'
