import { z } from 'zod'

/** A solved CAPTCHA: the proof of work as base64 JSON. */
export const humanCheck = z.strictObject({
  work: z.string().min(1).max(4000),
})
export type HumanCheck = z.output<typeof humanCheck>
