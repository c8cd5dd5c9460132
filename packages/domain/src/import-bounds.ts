/** Bounds of one import of history: its files, the bytes of each, and of all of them. */
export const importBounds = { files: 120, fileBytes: 10_000_000, bytes: 120_000_000 } as const
