import { type Status, statuses, troubleStatuses } from '@heliograph/domain/status.ts'

/** All of them together, as a filter. */
export const TROUBLE = 'trouble'
export type StatusOrTrouble = Status | typeof TROUBLE
export const statusFilters: readonly StatusOrTrouble[] = [...statuses, TROUBLE]

/** The statuses that a filter asks for; none: all. */
export const statusesOf = (filter: StatusOrTrouble | undefined): readonly Status[] =>
  filter === undefined ? [] : filter === TROUBLE ? troubleStatuses : [filter]
