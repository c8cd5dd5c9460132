import { MOST_SUGGESTION_PICTURES, suggestionCategories, suggestionStates } from '@heliograph/domain/publication.ts'
import { z } from 'zod'
import { administrator, endpoint, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { done, epochMs, id, idParams, list, pageQuery } from '../page.ts'

/** Where the person was; absent without their consent. */
const context = z.strictObject({
  page: z.string().max(300),
  version: z.string().max(40),
  browser: z.string().max(300),
  language,
  plantId: z.string().max(20).optional(),
})
const state = z.enum(suggestionStates)
const body = z.string().min(1).max(16_000)

const suggestion = z.object({
  id: z.number().int(),
  category: z.enum(suggestionCategories),
  body: z.string(),
  contact: z.string(),
  context: z.record(z.string(), z.string()).nullable(),
  state,
  createdMs: epochMs,
  changedMs: epochMs,
  /** They are at GET /backyard-api-s/suggestion/{id}/picture/{position}, from position 0. */
  pictureCount: z.number().int(),
  replies: z.array(z.object({ id: z.number().int(), byOperator: z.boolean(), body: z.string(), atMs: epochMs })),
})
export type SuggestionWire = z.infer<typeof suggestion>

/** A picture of 1.5 MB as a data URL. */
const LONGEST_PICTURE = 2 * 1024 * 1024

export const suggestionCalls = {
  'GET /backyard-api-s/suggestion': endpoint({
    summary: "The person's own suggestions with their replies, newest first",
    features: ['suggestion'],
    right: signedIn,
    query: pageQuery,
    reply: list(suggestion),
  }),
  'POST /backyard-api-s/suggestion': endpoint({
    summary: 'Suggest or report something to the operator of this server, with up to 5 pictures',
    undo: 'act',
    features: ['suggestion'],
    right: signedIn,
    cost: 60,
    mostBytes: MOST_SUGGESTION_PICTURES * LONGEST_PICTURE + 64 * 1024,
    body: z.strictObject({
      category: z.enum(suggestionCategories),
      body,
      contact: z.string().max(400).default(''),
      context: context.nullable().default(null),
      /** Data URLs of JPEG, PNG or WebP; they are drawn anew without place, camera and time. */
      pictures: z.array(z.string().max(LONGEST_PICTURE)).max(MOST_SUGGESTION_PICTURES).default([]),
    }),
    reply: z.object({ id: z.number().int() }),
  }),
  'GET /backyard-api-s/suggestion/{id}/picture/{position}': endpoint({
    summary: 'A picture of a suggestion as a data URL, for its writer and for administrators of the server',
    features: ['suggestion'],
    right: signedIn,
    params: z.object({
      id,
      position: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_SUGGESTION_PICTURES - 1),
    }),
    reply: z.object({ picture: z.string().nullable() }),
  }),
  'POST /backyard-api-s/suggestion/{id}/reply': endpoint({
    summary: 'Go on with a suggestion: its writer, or an administrator of the server',
    undo: 'act',
    right: signedIn,
    params: idParams,
    /** asOperator: an administrator answers an own suggestion as the operator. */
    body: z.strictObject({ body, asOperator: z.boolean().optional() }),
    reply: done,
  }),
  'GET /backyard-api-s/suggestion/manage': endpoint({
    summary: 'Suggestions of everybody, newest first',
    right: administrator,
    query: pageQuery.extend({ state: state.optional() }),
    reply: list(suggestion.extend({ account: z.string() })),
  }),
  'POST /backyard-api-s/suggestion/{id}/state': endpoint({
    summary: 'Close a suggestion, or open it again',
    undo: 'act',
    right: administrator,
    params: idParams,
    body: z.strictObject({ state }),
    reply: done,
  }),
} as const
