import { PICTURE_PATH } from '@heliograph/domain/brand/brand-parts.ts'
import { deriveTints, findHex } from '@heliograph/domain/color.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Brand, findReaderVisit, readBrand, readPicture } from '../../platform/branding/branding.ts'
import type { Db } from '../../platform/db/database.ts'
import { thisServer } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'

export type ReportBrand = Readonly<{
  name: string
  /** Readable on white. */
  color: string
  /** A PNG, or none: a dot in the brand's color stands for it. */
  logo: Readonly<{ bytes: Buffer; width: number; height: number }> | undefined
}>

const FALLBACK_COLOR = '#4c87ff'
const LOGO_BYTES = 1_000_000
const LOGO_MS = 3_000
const LOGO_HEIGHT = 120

/** The brand that who orders it visited or used last, else this server's. A logo that cannot be had is left out. */
export async function readReportBrand(
  db: Db,
  options: Readonly<{
    host: string
    userId?: number | undefined
    publicUrl: string
    language: string
    fetch?: typeof fetch
  }>,
): Promise<ReportBrand> {
  const { host, userId, publicUrl, language } = options
  const reader = userId === undefined ? null : { userId }
  const brand = await readBrand(db, await findReaderVisit(db, host, { ours: new URL(publicUrl).hostname, reader }))
  const color = findHex(brand.colors.find(({ type }) => type === 'primary')?.code ?? '') ?? FALLBACK_COLOR
  const link = textOf(brand, 'RECT_LOGO', language) ?? (brand.topNavigationLogo || brand.squareLogo)
  return {
    name: cleanLine(textOf(brand, 'SHOW_NAME', language) ?? 'Heliograph'),
    color: deriveTints(color).light.text,
    logo: link === '' ? undefined : await readLogo(db, link, publicUrl, options.fetch ?? fetch),
  }
}

const textOf = ({ texts }: Brand, type: string, language: string): string | undefined => {
  const named = (wanted: string) =>
    texts.find((text) => text.type === type && text.language === wanted && text.text.trim() !== '')?.text
  return named(language) ?? named('')
}

/** Uploaded, or at an address that the operator names (a row in the database); what comes from there is read with care. */
async function readLogo(db: Db, link: string, publicUrl: string, load: typeof fetch): Promise<ReportBrand['logo']> {
  try {
    if (link.startsWith(PICTURE_PATH))
      return await toLogo((await readPicture(db, link.slice(PICTURE_PATH.length))).bytes)
    const reply = await load(new URL(link, publicUrl), { signal: AbortSignal.timeout(LOGO_MS), redirect: 'error' })
    if (!reply.ok || reply.body === null) return undefined
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > LOGO_BYTES) return undefined
      chunks.push(chunk)
    }
    return await toLogo(Buffer.concat(chunks))
  } catch {
    return undefined
  }
}

async function toLogo(bytes: Buffer): Promise<NonNullable<ReportBrand['logo']>> {
  const question = { bytes, takes: ['jpeg', 'png', 'webp', 'svg'], density: 200 } as const
  const form = { as: 'png', fit: 'inside', width: LOGO_HEIGHT * 5, height: LOGO_HEIGHT, mayGrow: true } as const
  return (await drawPicture(question, [form], thisServer))[0]
}
