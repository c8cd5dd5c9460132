/** Tells an open page that the database's disk is full: what it reads may still be answered. */
export const diskHeader = { 'heliograph-disk': 'full' } as const
