import { Refusal } from '@heliograph/domain/errors.ts'
import { type DocumentKind, documentKinds } from '@heliograph/domain/publication.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { pickLanguage } from './pick-language.ts'

export type PublishedDocument = Readonly<{
  id: number
  kind: DocumentKind
  /** '': for all languages. */
  language: string
  title: string
  /** null: a file of this server. */
  link: string | null
  sizeBytes: number | null
  changedMs: number
}>

const MOST_KEPT = 300
const MOST_FILE_BYTES = 10 * 1024 * 1024
const LONGEST_TITLE = 160

/**
 * All of them, by language and title: there are few.
 * @param language those of the language and those for all; of a kind without either the English ones, else any. Absent: all
 */
export async function listDocuments(db: Db, language?: string): Promise<readonly PublishedDocument[]> {
  const rows = await db.kysely
    .selectFrom('documents')
    .select(['id', 'kind', 'language', 'title', 'link', 'size_bytes', 'changed_at'])
    .orderBy('language')
    .orderBy('title')
    .limit(MOST_KEPT)
    .execute()
  const documents = rows.map(({ size_bytes, changed_at, ...row }) => ({
    ...row,
    sizeBytes: size_bytes,
    changedMs: changed_at.getTime(),
  }))
  if (language === undefined) return documents
  const fitting = documentKinds.flatMap((kind) => {
    const own = documents.filter((one) => one.kind === kind)
    const known = Object.fromEntries(own.map((one) => [one.language, true]))
    const told = '' in known ? language : pickLanguage(known, language)?.language
    return own.filter((one) => one.language === '' || one.language === told)
  })
  return documents.filter((one) => fitting.includes(one))
}

export async function hasDocuments(db: Db): Promise<boolean> {
  const row = await db.kysely.selectFrom('documents').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * @param given.file a PDF: its first bytes say so, not its name
 * @throws Refusal PARAM_ERROR, PAYLOAD_TOO_LARGE, TOO_MANY
 */
export async function addDocument(
  db: Db,
  given: Readonly<{ kind: DocumentKind; language: string; title: string; link: string } | DocumentFile>,
  nowMs: number,
): Promise<number> {
  const title = cleanLine(given.title, LONGEST_TITLE)
  if (title === '') throw new Refusal('PARAM_ERROR', { field: 'body.title' })
  const file = 'file' in given ? checkPdf(given.file) : null
  const { count } = await db.kysely
    .selectFrom('documents')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_KEPT) throw new Refusal('TOO_MANY', { most: MOST_KEPT })
  const { id } = await db.kysely
    .insertInto('documents')
    .values({
      ...{ kind: given.kind, language: given.language, title, file },
      link: 'link' in given ? given.link : null,
      size_bytes: file?.length ?? null,
      changed_at: new Date(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
type DocumentFile = Readonly<{ kind: DocumentKind; language: string; title: string; file: Buffer }>

function checkPdf(file: Buffer): Buffer {
  if (file.length > MOST_FILE_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_FILE_BYTES })
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Refusal('PARAM_ERROR', { field: 'body.content' })
  return file
}

/** @throws Refusal NOT_FOUND also for a document that is a link */
export async function getDocumentFile(db: Db, id: number): Promise<Readonly<{ title: string; file: Buffer }>> {
  const row = await db.kysely.selectFrom('documents').select(['title', 'file']).where('id', '=', id).executeTakeFirst()
  if (row?.file == null) throw new Refusal('NOT_FOUND')
  return { title: row.title, file: row.file }
}

/** @throws Refusal NOT_FOUND */
export async function removeDocument(db: Db, id: number): Promise<void> {
  const gone = await db.kysely.deleteFrom('documents').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}
