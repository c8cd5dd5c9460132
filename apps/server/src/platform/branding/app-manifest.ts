import { PICTURE_PATH } from '@heliograph/domain/brand/brand-parts.ts'
import { findHex } from '@heliograph/domain/color.ts'
import type { Db } from '../db/database.ts'
import { thisServer } from '../file-reader/file-reader.ts'
import { drawPicture } from '../pictures/pictures.ts'
import type { Brand } from './brand.ts'
import { readBrand, type Visited } from './brand-book.ts'
import { readPicture } from './brand-pictures.ts'

/** The icons of an installed page. maskable: the mark within the circle that a phone may cut out. */
export const appIcons = {
  '192.png': { size: 192, mark: 0.86 },
  '512.png': { size: 512, mark: 0.86 },
  'maskable-512.png': { size: 512, mark: 0.6 },
} as const
export type AppIcon = keyof typeof appIcons
const fixedIcons: Readonly<Record<AppIcon, string>> = {
  '192.png': '/icon-192.png',
  '512.png': '/icon-512.png',
  'maskable-512.png': '/icon-maskable-512.png',
}

/** Of the page's ground in the light theme. */
const GROUND = '#f4f6fa'
const MOST_KEPT = 60
const MOST_SHORT = 12

const hasOwnIcon = ({ squareLogo }: Brand): boolean => squareLogo.startsWith(PICTURE_PATH)
const isOurs = (brand: Brand): boolean => brand.squareLogo === '' && brand.system === 'HELIOGRAPH'

const colorOf = (brand: Brand, type: string): string | undefined => {
  const code = brand.colors.find((color) => color.type === type)?.code
  return code === undefined ? undefined : findHex(code)
}

function textOf({ texts }: Brand, type: string, language: string): string {
  const rows = texts.filter((text) => text.type === type && text.text !== '')
  const found = [language, '', 'en'].map((code) => rows.find((row) => row.language === code)).find(Boolean) ?? rows[0]
  return found?.text ?? ''
}

/** Below an icon only so much is shown: whole words where it can be. */
export function shorten(name: string): string {
  const letters = [...name.trim()]
  if (letters.length <= MOST_SHORT) return letters.join('')
  const end = letters.slice(0, MOST_SHORT + 1).lastIndexOf(' ')
  return letters.slice(0, end > 0 ? end : MOST_SHORT).join('')
}

/** Of the page as an installed app; its paths begin at the root of the host. */
export type AppManifest = Readonly<{
  id: string
  start_url: string
  scope: string
  icons: readonly Readonly<{ src: string }>[]
  [name: string]: unknown
}>

/** Manifest for installing the page as the visited brand's: its name, icons and colors. */
export async function getAppManifest(db: Db, visited: Visited, language: string): Promise<AppManifest> {
  const brand = await readBrand(db, visited)
  const name = textOf(brand, 'SHOW_NAME', language)
  const short = textOf(brand, 'APP_SHOW_NAME', language) || name
  const style = visited.key ? `clientStyle=${encodeURIComponent(visited.key)}` : ''
  const start = style === '' ? '/plant' : `/plant?${style}`
  // A new logo has a new address, so that no old one is kept.
  const version = brand.squareLogo.slice(PICTURE_PATH.length).split('.')[0] ?? ''
  const query = [style, version && `v=${version}`].filter(Boolean).join('&')
  const toSrc = (icon: AppIcon): string =>
    isOurs(brand) ? fixedIcons[icon] : `/app-icons/${icon}${query === '' ? '' : `?${query}`}`
  return {
    // One brand is one app, also where several are visited under one host.
    id: start,
    name,
    short_name: shorten(short),
    lang: language,
    start_url: start,
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: colorOf(brand, 'topNaviBg') ?? GROUND,
    icons: (Object.keys(appIcons) as AppIcon[]).map((icon) => ({
      src: toSrc(icon),
      sizes: `${appIcons[icon].size}x${appIcons[icon].size}`,
      type: 'image/png',
      purpose: icon.startsWith('maskable') ? 'maskable' : 'any',
    })),
  }
}

const drawn = new Map<string, Promise<Buffer>>()

/** An icon of the visited brand: its square logo on white, without one a plain sun in its color. A PNG. */
export async function drawAppIcon(db: Db, visited: Visited, icon: AppIcon): Promise<Buffer> {
  const brand = await readBrand(db, visited)
  const color = colorOf(brand, 'primary') ?? '#4c87ff'
  const logo = hasOwnIcon(brand) ? brand.squareLogo.slice(PICTURE_PATH.length) : undefined
  const key = `${icon} ${logo ?? color}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const drawing = logo === undefined ? drawSun(icon, color) : drawLogo(db, logo, icon)
  if (drawn.size >= MOST_KEPT) drawn.clear()
  drawn.set(key, drawing)
  drawing.catch(() => drawn.delete(key))
  return drawing
}

async function drawLogo(db: Db, name: string, icon: AppIcon): Promise<Buffer> {
  const { size, mark } = appIcons[icon]
  const { bytes } = await readPicture(db, name)
  const side = Math.round(size * mark)
  const before = Math.floor((size - side) / 2)
  const margin = [before, size - side - before] as const
  const form = { as: 'png', fit: 'whole', width: side, height: side, margin } as const
  return (await drawPicture({ bytes, takes: ['png', 'webp'] }, [form], thisServer))[0].bytes
}

/** A disc with a ring: no letters, which would need a font of the server. */
async function drawSun(icon: AppIcon, color: string): Promise<Buffer> {
  const { size, mark } = appIcons[icon]
  const [middle, radius] = [size / 2, (size * mark) / 4]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${color}"/><circle cx="${middle}" cy="${middle}" r="${radius}" fill="#fff"/><circle cx="${middle}" cy="${middle}" r="${radius * 1.5}" fill="none" stroke="#fff" stroke-width="${size / 24}"/></svg>`
  const form = { as: 'png', fit: 'inside', width: size, height: size } as const
  const question = { bytes: Buffer.from(svg), takes: ['svg'], isOurs: true } as const
  return (await drawPicture(question, [form], thisServer))[0].bytes
}
