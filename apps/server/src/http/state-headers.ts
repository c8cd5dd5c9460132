/** Header for open pages: the database's disk is full; reads may still work. */
export const diskHeader = { 'heliograph-disk': 'full' } as const
/** Header for open pages: no node runs the clock: what is stored is right, but nothing is judged or sent. */
export const clockHeader = { 'heliograph-clock': 'late' } as const
