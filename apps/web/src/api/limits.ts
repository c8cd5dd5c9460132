/** Specification, section 9. */
export const CALL_TIMEOUT_MS = 30_000
