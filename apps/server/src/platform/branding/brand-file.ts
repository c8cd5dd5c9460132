import { type BrandDraft, PICTURE_PATH } from '@heliograph/domain/brand/brand-parts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isLanguage } from '@heliograph/domain/languages.ts'
import type { Db } from '../db/database.ts'
import type { FileSender } from '../file-reader/file-reader.ts'
import { isBlockable, readDraft } from './brand-draft.ts'
import { addPicture, readPicture } from './brand-pictures.ts'
import { type BrandKeeper, getProject } from './brand-projects.ts'

/** A brand as one file: its version that is shown, with its pictures. Domains stay: they are proven per server. */
type BrandFile = Readonly<{
  format: typeof FORMAT
  draft: BrandDraft
  /** By link; Base64. */
  pictures: Readonly<Record<string, string>>
}>
const FORMAT = 'heliograph-brand-1'
const MOST_FILE_PICTURES = 60

/** @throws Refusal NOT_FOUND */
export async function exportBrand(db: Db, keeper: BrandKeeper, id: number): Promise<string> {
  const { draft } = await getProject(db, keeper, id)
  const pictures: Record<string, string> = {}
  for (const link of linksOf(draft)) {
    const found = await readPicture(db, link.slice(PICTURE_PATH.length)).catch(() => undefined)
    if (found !== undefined) pictures[link] = found.bytes.toString('base64')
  }
  // Keys of maps are this server's own.
  const file: BrandFile = { format: FORMAT, draft: { ...draft, apiKeys: [] }, pictures }
  return JSON.stringify(file, null, 1)
}

/**
 * The draft of a file, its pictures encoded anew and kept with the brand. Nothing is shown until it is saved.
 * @throws Refusal NOT_FOUND, BRAND_FILE, IMAGE_UNREADABLE
 */
export async function importBrand(
  db: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ text: string; nowMs: number }>,
  sender: FileSender,
): Promise<BrandDraft> {
  const { draft: current } = await getProject(db, keeper, id)
  const { draft, pictures } = readFile(options.text)
  const links = new Map<string, string>()
  for (const [link, content] of Object.entries(pictures)) {
    const use = link.endsWith('.webp') ? 'background' : 'logo'
    const bytes = Buffer.from(content, 'base64')
    links.set(link, (await addPicture(db, keeper, id, { bytes, use, nowMs: options.nowMs }, sender)).link)
  }
  const moved = (link: string): string => (link.startsWith(PICTURE_PATH) ? (links.get(link) ?? '') : link)
  return {
    ...draft,
    apiKeys: current.apiKeys,
    squareLogo: moved(draft.squareLogo),
    topNavigationLogo: moved(draft.topNavigationLogo),
    texts: draft.texts.map((text) => ({ ...text, text: moved(text.text) })).filter(({ text }) => text !== ''),
  }
}

const linksOf = ({ texts, squareLogo, topNavigationLogo }: BrandDraft): readonly string[] => [
  ...new Set(
    [...texts.map(({ text }) => text), squareLogo, topNavigationLogo].filter((text) => text.startsWith(PICTURE_PATH)),
  ),
]

/** Only the shape: what it says is checked when it is saved. @throws Refusal BRAND_FILE */
function readFile(text: string): Pick<BrandFile, 'draft' | 'pictures'> {
  const refuse = (): never => {
    throw new Refusal('BRAND_FILE')
  }
  let file: Partial<BrandFile> | null = null
  try {
    file = JSON.parse(text) as Partial<BrandFile> | null
  } catch {
    refuse()
  }
  const { format, draft: options, pictures } = file ?? {}
  if (format !== FORMAT || !isRecord(options) || !isRecord(pictures)) return refuse()
  const draft = readDraft(options)
  const isText = (value: unknown): value is string => typeof value === 'string'
  const rows = (value: unknown, names: readonly string[]): boolean =>
    Array.isArray(value) &&
    value.length <= 500 &&
    value.every((row) => isRecord(row) && names.every((name) => isText(row[name])))
  const fits =
    rows(draft.texts, ['type', 'language', 'text']) &&
    rows(draft.colors, ['type', 'code']) &&
    draft.colors.every(({ alphaPercent }) => alphaPercent >= 0 && alphaPercent <= 100) &&
    [draft.languages, draft.blockedFunctions].every((list) => Array.isArray(list) && list.every(isText)) &&
    [draft.officialDomain, draft.squareLogo, draft.topNavigationLogo, draft.trackingCode].every(isText) &&
    isRecord(draft.support) &&
    [draft.support.link, draft.support.mail, draft.support.hours].every(isText) &&
    Object.values(pictures).every(isText) &&
    Object.keys(pictures).length <= MOST_FILE_PICTURES
  if (!fits) return refuse()
  return {
    draft: {
      ...draft,
      languages: draft.languages.filter(isLanguage),
      texts: draft.texts.map(({ type, language, text: shown }) => ({ type, language, text: shown })),
      blockedFunctions: draft.blockedFunctions.filter(isBlockable),
    },
    pictures: pictures as BrandFile['pictures'],
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
