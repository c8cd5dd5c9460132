import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { done } from '../page.ts'

/** Display preferences; kept with the account, so that they apply on every device. */
export const preferences = z.object({
  temperatureUnit: z.enum(['C', 'F']).catch('C'),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  /** auto: the language's number format; else custom thousands and decimal separators. */
  numberFormat: z.enum(['auto', 'comma-point', 'point-comma', 'space-comma', 'apostrophe-point']).catch('auto'),
  /** In the page; tables of values and files always have ISO. */
  dateFormat: z.enum(['iso', 'locale']).catch('locale'),
  /** The plant that opens first, or null: the newest. */
  defaultPlantId: z.number().int().positive().nullable().catch(null),
  startPage: z.enum(['data', 'device', 'alert']).catch('data'),
  /**
   * How the plant pages are laid out: the list and all tabs, or the earlier four tabs without a list beside them. These two
   * order the list by id, the newest first; auto: the layout of 1.5.3, the worst plants first.
   */
  layoutVersion: z.enum(['auto', '1.5.3', 'origin']).catch('auto'),
  /** Quantities that the person wants to see first on any device. */
  starredValues: z.array(z.string().max(60)).max(100).catch([]),
})
export type Preferences = z.infer<typeof preferences>

export const profileCalls = {
  'POST /user-s/acc/profile': endpoint({
    summary: "Change the user's profile; absent fields stay",
    undo: { reads: 'GET /user-s/acc/org/login-user' },
    right: signedIn,
    body: z.strictObject({
      nickname: z.string().trim().min(1).max(100).optional(),
      /** The name to sign in with. */
      account: z.string().trim().min(3).max(100).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      language: language.optional(),
    }),
    reply: done,
  }),
  'POST /user-s/acc/preferences': endpoint({
    summary: "Change the user's preferences; absent fields stay",
    undo: { reads: 'GET /user-s/acc/org/login-user', part: 'preferences' },
    right: signedIn,
    body: z.strictObject({
      temperatureUnit: z.enum(['C', 'F']).optional(),
      theme: z.enum(['system', 'light', 'dark']).optional(),
      numberFormat: z.enum(['auto', 'comma-point', 'point-comma', 'space-comma', 'apostrophe-point']).optional(),
      dateFormat: z.enum(['iso', 'locale']).optional(),
      defaultPlantId: z.number().int().positive().nullable().optional(),
      startPage: z.enum(['data', 'device', 'alert']).optional(),
      layoutVersion: z.enum(['auto', '1.5.3', 'origin']).optional(),
      starredValues: z.array(z.string().max(60)).max(100).optional(),
    }),
    reply: preferences,
  }),
  'GET /user-s/acc/photo': endpoint({
    summary: "The user's photo as a data URL",
    right: signedIn,
    reply: z.object({ photo: z.string().nullable() }),
  }),
  'POST /user-s/acc/photo': endpoint({
    summary: "Set or remove the user's photo",
    undo: 'act',
    right: signedIn,
    cost: 10,
    mostBytes: 512 * 1024,
    /** A data URL of a PNG, JPEG or WebP of at most 256 KiB. */
    body: z.object({ photo: z.string().max(400_000).nullable() }),
    reply: done,
  }),
} as const
