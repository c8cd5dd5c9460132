import { z } from 'zod'

/** A solved human check: the proof of work as base64 JSON, and where the server asks for it the slider's answer. */
export const humanCheck = z.object({
  work: z.string().min(1).max(4000),
  slider: z.object({ id: z.string().max(100), x: z.number().min(0).max(2000) }).optional(),
})
export type HumanCheck = z.output<typeof humanCheck>
