import { Refusal } from '@heliograph/domain/errors.ts'

/** Why a file is refused, as the page says it in words. */
export const unreadable = (reason: string): Refusal => new Refusal('IMPORT_UNREADABLE', { reason })
