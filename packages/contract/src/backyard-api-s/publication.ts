import { announcementLevels, appPlatforms, documentKinds } from '@heliograph/domain/publication.ts'
import { z } from 'zod'
import { administrator, anyone, endpoint, signedIn } from '../endpoint.ts'
import { lan, language } from '../language.ts'
import { base64, done, epochMs, epochSeconds, id, idParams, list, pageQuery } from '../page.ts'

/** An address of the web, of a mailbox, or of this server. */
const link = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^(?:(?:https:\/\/|mailto:|\/(?!\/))[^\s"'<>\\]+)?$/)
const someLink = link.min(1)
const instant = epochSeconds.min(0).max(253_402_300_799)
const instantMs = epochMs.int().min(0).max(253_402_300_799_999)

const level = z.enum(announcementLevels)
const announcementTexts = z.partialRecord(
  language,
  z.object({ title: z.string().max(400), body: z.string().max(8_000) }),
)
const announcementBody = z.strictObject({
  level,
  fromMs: instantMs,
  /** Null: until it is removed. */
  untilMs: instantMs.nullable(),
  /** By language. One without a title is left out; at least one has a title. */
  texts: announcementTexts,
  link: link.default(''),
})
const announcement = announcementBody.extend({ id: z.number().int(), link: z.string(), changedMs: epochMs })

const announcementCalls = {
  'POST /backyard-api-s/announcement/content': endpoint({
    summary: 'Announcements of this instant in a language, the weightiest first',
    features: ['notice'],
    right: anyone,
    reads: true,
    unprefixed: true,
    body: z.object({ lan }),
    reply: list(
      z.object({
        id: z.number().int(),
        level,
        title: z.string(),
        content: z.string(),
        link: z.string(),
        /** The language of the text, which may be another than the one that was asked for. */
        lan: z.string(),
        startTime: epochSeconds,
        endTime: epochSeconds.nullable(),
        /** Changes with the announcement: a person who dismissed it sees the new one. */
        updateTime: epochSeconds,
      }),
    ),
  }),
  'GET /backyard-api-s/announcement': endpoint({
    summary: 'All announcements in all languages, newest first',
    right: administrator,
    query: pageQuery,
    reply: list(announcement),
  }),
  'POST /backyard-api-s/announcement': endpoint({
    summary: 'Announce something to everybody who opens the page',
    undo: 'ownWay',
    right: administrator,
    body: announcementBody,
    reply: z.object({ id: z.number().int() }),
  }),
  'POST /backyard-api-s/announcement/{id}': endpoint({
    summary: 'Replace an announcement',
    undo: 'unkept',
    right: administrator,
    params: idParams,
    body: announcementBody,
    reply: done,
  }),
  'DELETE /backyard-api-s/announcement/{id}': endpoint({
    summary: 'Remove an announcement',
    undo: 'final',
    right: administrator,
    params: idParams,
    reply: done,
  }),
} as const

const documentRow = z.object({
  id: z.number().int(),
  kind: z.enum(documentKinds),
  /** '': for all languages. */
  lan: z.string(),
  title: z.string(),
  /** Null: the file of GET /backyard-api-s/document/{id}/file. */
  link: z.string().nullable(),
  sizeBytes: z.number().int().nullable(),
  updateTime: epochSeconds,
})
export type DocumentWire = z.infer<typeof documentRow>
const documentBody = z.object({
  kind: z.enum(documentKinds),
  language: z.union([language, z.literal('')]),
  title: z.string().min(1).max(400),
})
/** Ten megabytes as Base64, and the rest of the body. */
const MOST_BYTES = 14 * 1024 * 1024

const documentCalls = {
  'GET /backyard-api-s/document/getDocList': endpoint({
    summary: 'Documents that the operator offers, by language and title',
    features: ['onlineInstructions'],
    right: signedIn,
    /** Absent: of every language. A kind of document without one in the language comes in English, else in any. */
    query: z.object({ lan: language.optional() }),
    reply: list(documentRow),
  }),
  'GET /backyard-api-s/document/{id}/file': endpoint({
    summary: 'The PDF of a document that is kept on this server',
    features: ['onlineInstructions'],
    right: signedIn,
    cost: 10,
    blob: true,
    params: idParams,
    reply: z.unknown(),
  }),
  'POST /backyard-api-s/document': endpoint({
    summary: 'Offer a document: a link, or a PDF of at most 10 MB as Base64',
    undo: 'ownWay',
    right: administrator,
    cost: 20,
    mostBytes: MOST_BYTES,
    body: z.union([
      documentBody.extend({ link: someLink }).strict(),
      documentBody
        .extend({
          content: base64(MOST_BYTES).min(8),
        })
        .strict(),
    ]),
    reply: z.object({ id: z.number().int() }),
  }),
  'DELETE /backyard-api-s/document/{id}': endpoint({
    summary: 'Remove a document',
    undo: 'final',
    right: administrator,
    params: idParams,
    reply: done,
  }),
} as const

const platform = z.enum(appPlatforms)
const versionRow = z.object({
  /** Null: the running version, until one is published. */
  id: z.number().int().nullable(),
  platform,
  version: z.string(),
  innerVersion: z.number().int(),
  publishTime: epochSeconds.nullable(),
  /** In the language that was asked for, or the nearest. */
  content: z.string(),
  link: z.string(),
  /** Older versions must not be used any more. */
  isRequired: z.boolean(),
})
export type AppVersionWire = z.infer<typeof versionRow>

const versionCalls = {
  'POST /backyard-api-s/version/manage/query': endpoint({
    summary: 'Published versions of the page and the apps, newest first',
    right: anyone,
    reads: true,
    body: z.object({
      platform: platform.optional(),
      lan,
      page: z.number().int().min(1).max(100_000).default(1),
      size: z.number().int().min(1).max(100).default(20),
    }),
    reply: list(versionRow),
  }),
  'POST /backyard-api-s/version/manage/query/latest': endpoint({
    summary: 'The newest version of a platform; of the page the running one, while none was published',
    right: anyone,
    reads: true,
    body: z.object({ platform: platform.default('WEB'), lan }),
    reply: z.object({ data: versionRow.nullable() }),
  }),
  'POST /backyard-api-s/app/upgrade/add-version': endpoint({
    summary: 'Publish a version',
    undo: 'ownWay',
    right: administrator,
    body: z.strictObject({
      platform,
      version: z.string().regex(/^\d{1,4}(\.\d{1,4}){1,3}$/),
      innerVersion: z.number().int().min(0).max(1_000_000_000),
      publishTime: instant,
      /** By language. */
      content: z.partialRecord(language, z.string().max(16_000)),
      link: link.default(''),
      isRequired: z.boolean().default(false),
    }),
    reply: z.object({ id: z.number().int() }),
  }),
  'DELETE /backyard-api-s/version/manage/{id}': endpoint({
    summary: 'Remove a published version',
    undo: 'final',
    right: administrator,
    params: z.object({ id }),
    reply: done,
  }),
} as const

export const publicationCalls = { ...announcementCalls, ...documentCalls, ...versionCalls } as const
