/** Tells an open page that the database's disk is full; reads may still work. */
export const diskHeader = { 'heliograph-disk': 'full' } as const
