import { Refusal } from '@heliograph/domain/errors.ts'
import { type DocumentKind, documentKinds } from '@heliograph/domain/publication.ts'
import type { Db } from '../../platform/db/database.ts'
import { addNotice, cleanTexts, pickLanguage, readNotices } from './notice-store.ts'

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

const MOST_FILE_BYTES = 10 * 1024 * 1024

/**
 * All of them, by language and title: there are few.
 * @param language those of the language and those for all; of a kind without either the English ones, else any. Absent: all
 */
export async function listDocuments(db: Db, language?: string): Promise<readonly PublishedDocument[]> {
  const rows = await readNotices(db, 'document')
  const documents = rows
    .flatMap(({ id, topic: kind, link, sizeBytes, changedMs, texts }) =>
      Object.entries(texts).map(([of, { title }]) => ({
        id,
        kind,
        language: of,
        title,
        link: link === '' ? null : link,
        sizeBytes,
        changedMs,
      })),
    )
    .sort((one, other) => compare(one.language, other.language) || compare(one.title, other.title))
  if (language === undefined) return documents
  const shown = new Map(
    documentKinds.map((kind) => {
      const languages = documents
        .filter((document) => document.kind === kind)
        .map((document) => [document.language, true])
      const known: Record<string, boolean> = Object.fromEntries(languages)
      return [kind, '' in known ? language : pickLanguage(known, language)?.language]
    }),
  )
  return documents.filter((document) => document.language === '' || document.language === shown.get(document.kind))
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

type Draft = Readonly<{ kind: DocumentKind; language: string; title: string }>

/**
 * @param draft.file a PDF: its first bytes say so, not its name
 * @throws Refusal PARAM_ERROR, PAYLOAD_TOO_LARGE, TOO_MANY
 */
export async function addDocument(
  db: Db,
  draft: Draft & (Readonly<{ link: string }> | Readonly<{ file: Buffer }>),
  nowMs: number,
): Promise<number> {
  const texts = cleanTexts({ [draft.language]: { title: draft.title, body: '' } })
  if (!(draft.language in texts)) throw new Refusal('PARAM_ERROR', { field: 'title' })
  return addNotice(db, 'document', {
    topic: draft.kind,
    texts,
    fromMs: nowMs,
    changedMs: nowMs,
    ...('file' in draft ? { link: '', file: checkPdf(draft.file) } : { link: draft.link }),
  })
}

function checkPdf(file: Buffer): Buffer {
  if (file.length > MOST_FILE_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_FILE_BYTES })
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Refusal('PARAM_ERROR', { field: 'content' })
  return file
}
