import { DEFAULT_LANGUAGE, languageCodes } from '@heliograph/domain/languages.ts'
import { z } from 'zod'

/** The language of names: any of the specification's 18. */
export const lan = z.enum(languageCodes).default(DEFAULT_LANGUAGE)
export const lanQuery = z.object({ lan })
