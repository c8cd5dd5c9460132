import { z } from 'zod'

/** The brand's texts that the person was shown and accepted: terms, privacy. A record is kept of these alone. */
export const acceptedTexts = z
  .array(z.enum(['SERVICE_TC', 'PRIVATE_TC']))
  .max(2)
  .optional()
