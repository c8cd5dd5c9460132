/** Tells an open page that the database's disk is full; reads may still work. */
export const diskHeader = { 'heliograph-disk': 'full' } as const
/** Tells it that no node runs the clock: what is stored is right, but nothing is judged or sent. */
export const clockHeader = { 'heliograph-clock': 'late' } as const
