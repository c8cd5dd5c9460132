import { DEFAULT_LANGUAGE, languageCodes } from '@heliograph/domain/languages.ts'
import { z } from 'zod'

/** The language that a request names: one of the specification's 18. Another word is refused, not read as English. */
export const language = z.enum(languageCodes)
/** The same where a request may name none. */
export const lan = language.default(DEFAULT_LANGUAGE)
export const lanQuery = z.object({ lan })
