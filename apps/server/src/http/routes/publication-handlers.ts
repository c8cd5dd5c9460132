import { Readable } from 'node:stream'
import {
  addAnnouncement,
  addDocument,
  addVersion,
  changeAnnouncement,
  findLatestVersion,
  getDocumentFile,
  listAnnouncements,
  listDocuments,
  listShownAnnouncements,
  listVersions,
  removeNotice,
} from '../../operator/notices/notices.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

const toSecondsOrNull = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms))

type Version = Awaited<ReturnType<typeof listVersions>>['items'][number]
const toVersionWire = ({ publishedMs, notes, ...row }: Version) => ({
  ...row,
  publishTime: toSecondsOrNull(publishedMs),
  content: notes,
})

export const publicationHandlers = {
  'POST /backyard-api-s/announcement/content': async ({ body, context }) => {
    const rows = await listShownAnnouncements(context.db, body.lan, context.nowMs)
    return {
      total: rows.length,
      data: rows.map(({ id, level, title, body: content, link, language, ...row }) => ({
        id,
        level,
        title,
        content,
        link,
        lan: language,
        startTime: toSeconds(row.fromMs),
        endTime: toSecondsOrNull(row.untilMs),
        updateTime: toSeconds(row.changedMs),
      })),
    }
  },
  'GET /backyard-api-s/announcement': async ({ query, context }) => {
    const { total, items } = await listAnnouncements(context.db, query)
    return { total, data: items }
  },
  'POST /backyard-api-s/announcement': async ({ body, context }) => ({
    id: await addAnnouncement(context.db, body, context.nowMs),
  }),
  'POST /backyard-api-s/announcement/{id}': async ({ params, body, context }) => {
    await changeAnnouncement(context.db, params.id, body, context.nowMs)
    return { success: true }
  },
  'DELETE /backyard-api-s/announcement/{id}': async ({ params, context }) => {
    await removeNotice(context.db, 'announcement', params.id)
    return { success: true }
  },
  'GET /backyard-api-s/document/getDocList': async ({ query, context }) => {
    const rows = await listDocuments(context.db, query.lan)
    const data = rows.map(({ language, changedMs, ...row }) => ({
      ...row,
      lan: language,
      updateTime: toSeconds(changedMs),
    }))
    return { total: data.length, data }
  },
  'GET /backyard-api-s/document/{id}/file': async ({ params, context }) => {
    const { title, file } = await getDocumentFile(context.db, params.id)
    return { stream: Readable.from([file]), name: `${title}.pdf`, type: 'application/pdf', sizeBytes: file.length }
  },
  'POST /backyard-api-s/document': async ({ body, context }) => {
    const { kind, language, title } = body
    const shared = { kind, language, title }
    const options = 'link' in body ? { ...shared, link: body.link } : { ...shared, file: toBytes(body.content) }
    return { id: await addDocument(context.db, options, context.nowMs) }
  },
  'DELETE /backyard-api-s/document/{id}': async ({ params, context }) => {
    await removeNotice(context.db, 'document', params.id)
    return { success: true }
  },
  'POST /backyard-api-s/version/manage/query': async ({ body, context }) => {
    const { lan: language, ...asked } = body
    const { total, items } = await listVersions(
      context.db,
      { ...asked, platform: body.platform, language },
      context.nowMs,
    )
    return { total, data: items.map(toVersionWire) }
  },
  'POST /backyard-api-s/version/manage/query/latest': async ({ body, context }) => {
    const latest = await findLatestVersion(context.db, body.platform, body.lan, context.nowMs)
    return { data: latest === undefined ? null : toVersionWire(latest) }
  },
  'POST /backyard-api-s/app/upgrade/add-version': async ({ body, context }) => {
    const { publishTime, content, ...draft } = body
    return {
      id: await addVersion(context.db, { ...draft, publishedMs: publishTime * 1000, notes: content }, context.nowMs),
    }
  },
  'DELETE /backyard-api-s/version/manage/{id}': async ({ params, context }) => {
    await removeNotice(context.db, 'version', params.id)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>

const toBytes = (base64: string): Buffer => Buffer.from(base64, 'base64')
