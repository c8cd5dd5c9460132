import { Refusal } from '@heliograph/domain/errors.ts'

/** For `executeTakeFirstOrThrow`: a row that does not exist, or is not the caller's. */
export const notFound = (): Refusal => new Refusal('NOT_FOUND')
