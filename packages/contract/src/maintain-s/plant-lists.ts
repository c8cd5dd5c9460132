import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, id, list } from '../page.ts'
import { status } from './status.ts'

const tagName = z.string().trim().min(1).max(40)
const tagParams = z.object({ tagId: id })
const tagIds = z.array(id).max(20)

/** A word that the session's person, or organization, puts on plants. */
export const plantTag = z.object({ id: z.number().int(), name: z.string(), plantCount: z.number().int() })

export const listLooks = ['table', 'cards', 'map'] as const
export const listColumns = ['yield', 'week', 'energy', 'power', 'lost', 'battery', 'seen'] as const
export const listOrders = ['worst', 'newest', 'name', 'yield', 'energy', 'power', 'battery', 'seen'] as const

export const listView = z.strictObject({
  keyword: z.string().max(100).default(''),
  /** trouble: every status that somebody should look at. */
  status: status.or(z.literal('trouble')).nullable().default(null),
  tagIds: z.array(id).max(10).default([]),
  orderBy: z.enum(listOrders).default('worst'),
  isReversed: z.boolean().default(false),
  /** Null: what suits the screen. */
  look: z.enum(listLooks).nullable().default(null),
  /** Null: the usual ones. */
  columns: z.array(z.enum(listColumns)).max(listColumns.length).nullable().default(null),
})
export type ListView = z.output<typeof listView>
export const savedView = z.object({ id: z.number().int(), name: z.string(), definition: listView })

export const plantListCalls = {
  'GET /maintain-s/station/tags': endpoint({
    summary: "The session's tags, with how many of its plants carry each",
    right: signedIn,
    scope: 'plant:read',
    reply: list(plantTag),
  }),
  'POST /maintain-s/station/tags': endpoint({
    summary: 'Add a tag',
    undo: 'ownWay',
    right: signedIn,
    scope: 'plant:write',
    body: z.strictObject({ name: tagName }),
    reply: z.object({ id: z.number().int() }),
  }),
  'POST /maintain-s/station/tags/{tagId}': endpoint({
    summary: 'Rename a tag; those of an organization by its administrators',
    undo: 'unkept',
    right: signedIn,
    scope: 'plant:write',
    params: tagParams,
    body: z.strictObject({ name: tagName }),
    reply: done,
  }),
  'DELETE /maintain-s/station/tags/{tagId}': endpoint({
    summary: 'Remove a tag from all plants; those of an organization by its administrators',
    undo: 'final',
    right: signedIn,
    scope: 'plant:write',
    params: tagParams,
    reply: done,
  }),
  'POST /maintain-s/station/tags/plants': endpoint({
    summary: 'Put tags on plants and take others off, all or nothing',
    undo: 'ownWay',
    right: signedIn,
    scope: 'plant:write',
    body: z
      .strictObject({
        plantIds: z.array(id).min(1).max(500),
        add: tagIds.default([]),
        remove: tagIds.default([]),
      })
      .refine(({ add, remove }) => add.length + remove.length > 0),
    reply: done,
  }),
  'GET /maintain-s/station/views': endpoint({
    summary: "The person's saved views of the list of plants",
    right: signedIn,
    scope: 'plant:read',
    reply: list(savedView),
  }),
  'POST /maintain-s/station/views': endpoint({
    summary: 'Save a view under a name, over one of the same name',
    undo: 'ownWay',
    right: signedIn,
    scope: 'plant:write',
    body: z.strictObject({ name: z.string().trim().min(1).max(60), definition: listView }),
    reply: savedView,
  }),
  'DELETE /maintain-s/station/views/{viewId}': endpoint({
    summary: 'Remove a saved view',
    undo: 'final',
    right: signedIn,
    scope: 'plant:write',
    params: z.object({ viewId: id }),
    reply: done,
  }),
} as const
