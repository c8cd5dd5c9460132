/**
 * A brand's colors as the page's tokens for one theme: what would be hard to read becomes its nearest readable shade
 * (WCAG 2.2, AA). Names are the page's: primary, ok, warn, fault, chart-1 to chart-12, and the surfaces below.
 */
import {
  chartColors,
  contrastRatio,
  findHex,
  mix,
  readableOn,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  type Tints,
  tintsOn,
  toRgba,
} from '../color.ts'

/** `code` may be anything; what is no color is left out. `alpha` in percent. */
export type BrandTint = Readonly<{ name: string; code: string; alpha: number }>
export type BrandThemeName = 'light' | 'dark'
/** Token without its dashes -> CSS color. */
export type BrandTokens = Readonly<Record<string, string>>

/** The page's own grounds (ui/tokens.css): cards, under the pointer, lists. */
const grounds = {
  light: {
    surface: '#ffffff',
    hover: '#f1f4f9',
    sunken: '#f8fafc',
    text: '#151d2f',
    text2: '#4d586c',
    soft: '#eaf1ff',
    link: '#3b69c7',
  },
  dark: {
    surface: '#141b28',
    hover: '#1a2333',
    sunken: '#101622',
    text: '#e9eef7',
    text2: '#aab5c8',
    soft: '#1b2842',
    link: '#538cff',
  },
} as const

/** Surfaces that a brand colors, each with the words that stand on it. The dark theme has the header's, darkened. */
const surfaces = {
  'top-bg': { on: 'surface', hover: 'top-hover', words: { 'top-text': 'text', 'top-inactive': 'text2' } },
  'top-checked': { on: 'top-bg', words: { 'top-active': 'primary' } },
  'left-menu-bg': {
    on: 'sunken',
    hover: 'left-menu-hover',
    words: { 'left-menu-text': 'text', 'switch-text': 'text2' },
  },
  'left-menu-card': {
    on: 'left-menu-bg',
    words: { 'left-menu-card-name': 'text', 'left-menu-card-tip': 'text2', 'left-menu-active': 'text' },
  },
  'create-button': { on: 'left-menu-bg', words: { 'create-text': 'primary' } },
} as const
type SurfaceName = keyof typeof surfaces

const statuses: readonly string[] = ['ok', 'warn', 'fault', 'fail']
/** With more than ten chart colors a brand sets the parts of production and consumption too, two or three by storage. */
const MOST_PLAIN_CHARTS = 10
const flowTokens = ['solar', 'battery', 'grid', 'load'] as const

/** A color of the brand: as it is written, and as the eye sees it on a ground. */
type Seen = Readonly<{ hex: string; alpha: number; fill: string; seen: string }>

function look({ code, alpha }: BrandTint, ground: string): Seen | undefined {
  const hex = findHex(code)
  if (hex === undefined) return undefined
  const percent = Math.min(100, Math.max(0, Number.isFinite(alpha) ? alpha : 100))
  const isOpaque = percent >= 100
  return {
    hex,
    alpha: percent,
    fill: isOpaque ? hex : toRgba(hex, percent),
    seen: isOpaque ? hex : mix(ground, hex, percent / 100),
  }
}

/** Readable on the surface, under the pointer and on its own soft ground. */
const toWords = ({ text, soft }: Tints, { surface, hover }: { surface: string; hover: string }): string =>
  readableOn(readableOn(readableOn(text, hover), soft), surface)

/** @returns only the tokens that the colors decide; the page's own sheet has the others */
export function brandTokens(colors: readonly BrandTint[], theme: BrandThemeName): BrandTokens {
  const ground = grounds[theme]
  const byName = new Map(colors.map((color) => [color.name, color]))
  const found = (name: string, on: string = ground.surface): Seen | undefined => {
    const one = byName.get(name)
    return one && look(one, on)
  }
  const tokens: Record<string, string> = {}
  const primary = found('primary')
  if (primary) {
    const tints = tintsOn(primary.seen, ground.surface)
    Object.assign(tokens, {
      primary: tints.base === primary.seen ? primary.fill : tints.base,
      'primary-hover': tints.hover,
      'primary-active': tints.active,
      'primary-solid': tints.solid,
      'primary-solid-hover': mix(tints.solid, '#000000', 0.1),
      'on-primary': tints.onSolid,
      'primary-text': toWords(tints, ground),
      'primary-soft': tints.soft,
      'primary-border': tints.border,
    })
  }
  for (const name of statuses) {
    const one = found(name)
    if (!one) continue
    const tints = tintsOn(one.seen, ground.surface)
    // `name`: fills, exactly as set. `-mark`: icons and edges, 3:1. `-text`: words, 4.5:1.
    Object.assign(tokens, {
      [name]: one.fill,
      [`${name}-mark`]: tints.base,
      [`${name}-text`]: toWords(tints, ground),
      [`${name}-soft`]: tints.soft,
    })
  }
  Object.assign(tokens, chartTokens(found, theme))
  Object.assign(tokens, surfaceTokens(found, tokens, theme))
  return tokens
}

function chartTokens(found: (name: string) => Seen | undefined, theme: BrandThemeName): BrandTokens {
  const { surface } = grounds[theme]
  const tokens: Record<string, string> = {}
  const charts = Array.from({ length: 12 }, (_, at) => found(`chart-${at + 1}`))
  for (const [at, one] of charts.entries()) {
    if (!one) continue
    // The page has shades of its own for the dark theme.
    if (theme === 'dark' && chartColors[at] === one.hex) continue
    tokens[`chart-${at + 1}`] = readable(one, surface, SHAPE_CONTRAST)
  }
  if (charts.filter(Boolean).length <= MOST_PLAIN_CHARTS) return tokens
  for (const [at, name] of flowTokens.entries()) {
    const one = charts[at]
    if (!one) continue
    const line = readableOn(one.seen, surface, SHAPE_CONTRAST)
    const soft = mix(surface, line, 0.14)
    Object.assign(tokens, { [name]: line, [`${name}-line`]: toWordsOn(line, [soft, surface]), [`${name}-soft`]: soft })
  }
  return tokens
}

const toWordsOn = (color: string, on: readonly string[]): string =>
  on.reduce((shade, ground) => readableOn(shade, ground), color)

/** As set where it is readable on the ground, else its nearest shade, opaque. */
function readable({ fill, seen }: Seen, on: string, least: number): string {
  const shade = readableOn(seen, on, least)
  return shade === seen ? fill : shade
}

function surfaceTokens(
  found: (name: string, on?: string) => Seen | undefined,
  above: BrandTokens,
  theme: BrandThemeName,
): BrandTokens {
  const page = grounds[theme]
  const tokens: Record<string, string> = {}
  const groundOf: Record<string, string> = { surface: page.surface, sunken: page.sunken }
  for (const [name, surface] of Object.entries(surfaces)) {
    if (theme === 'dark' && !isOfHeader(name)) continue
    const below = groundOf[surface.on] ?? page.surface
    const own = atNight(found(name, below), below, theme)
    const ground = own?.seen ?? unsetGround(name, surface.on, below, above, page)
    groundOf[name] = ground
    if (own) tokens[name] = own.alpha >= 100 ? toRgba(own.hex, 100) : own.fill
    // Under the pointer the ground leaves its words a little.
    if (own && 'hover' in surface) tokens[surface.hover] = mix(ground, backOf(ground), 0.12)
    for (const [word, usual] of Object.entries(surface.words)) {
      const set = found(word, ground)
      // Words that the brand leaves as they are must be readable on the ground that it sets.
      if (set) tokens[word] = readable(set, ground, TEXT_CONTRAST)
      else if (own) tokens[word] = readableOn(usualColor(usual, above, page), ground, usualContrast[usual])
    }
  }
  return tokens
}

const isOfHeader = (name: string): boolean => name.startsWith('top-')
/** White words must stand on a header at night. */
const NIGHT_CONTRAST = 7
const NIGHT_SHARE = 0.22

/** A bright header in a dark room: what is left of its color on the dark ground. A dark one stays as it is set. */
function atNight(own: Seen | undefined, below: string, theme: BrandThemeName): Seen | undefined {
  if (own === undefined || theme === 'light' || contrastRatio('#ffffff', own.seen) >= NIGHT_CONTRAST) return own
  const hex = mix(below, own.seen, NIGHT_SHARE)
  return { hex, alpha: 100, fill: hex, seen: hex }
}

/** Where the brand sets none: what the page's own sheet shows there. */
function unsetGround(name: string, on: string, below: string, tokens: BrandTokens, page: Ground): string {
  if (on === 'surface' || on === 'sunken') return below
  return name === 'top-checked' ? softOf(tokens, page) : page.surface
}

/** Black below light words, white below dark ones. */
const backOf = (ground: string): string =>
  contrastRatio('#ffffff', ground) > contrastRatio('#000000', ground) ? '#000000' : '#ffffff'

/** Texts without a set color stand out as the page's own do, as far as the ground allows; black or white is the end. */
const usualContrast: Readonly<Record<string, number>> = { text: 10, text2: 7, primary: TEXT_CONTRAST }

type Ground = (typeof grounds)[BrandThemeName]
const softOf = (tokens: BrandTokens, page: Ground): string => findHex(tokens['primary-soft'] ?? '') ?? page.soft
const usualColor = (usual: string, tokens: BrandTokens, page: Ground): string =>
  usual === 'primary'
    ? (findHex(tokens['primary-text'] ?? '') ?? page.link)
    : usual === 'text2'
      ? page.text2
      : page.text

/** One color that is not shown as it was set. */
export type ContrastWarning = Readonly<{
  name: string
  theme: BrandThemeName
  /** Its ground, a token or a name of the page's grounds. */
  on: string
  /** Contrast as set, and the least that is allowed. */
  ratio: number
  least: number
  /** The color that is shown instead. */
  shown: string
}>

/** Contrast of a brand's colors as they are set: one row per color that must be shown otherwise. */
export function checkContrast(colors: readonly BrandTint[]): readonly ContrastWarning[] {
  const warnings: ContrastWarning[] = []
  const byName = new Map(colors.map((color) => [color.name, color]))
  for (const theme of ['light', 'dark'] as const) {
    const tokens = brandTokens(colors, theme)
    const { surface } = grounds[theme]
    const judge = (name: string, on: string, ground: string, least: number, shown: string | undefined): void => {
      const one = byName.get(name)
      const set = one && look(one, ground)
      if (!set || shown === undefined) return
      const ratio = contrastRatio(set.seen, ground)
      if (ratio < least) warnings.push({ name, theme, on, ratio, least, shown })
    }
    judge('primary', 'surface', surface, TEXT_CONTRAST, tokens['primary-text'])
    for (const name of statuses) judge(name, 'surface', surface, TEXT_CONTRAST, tokens[`${name}-text`])
    for (let nth = 1; nth <= 12; nth += 1)
      judge(`chart-${nth}`, 'surface', surface, SHAPE_CONTRAST, tokens[`chart-${nth}`])
    if (theme === 'dark') continue
    for (const { word, on, ground } of wordsOnSurfaces(colors)) judge(word, on, ground, TEXT_CONTRAST, tokens[word])
  }
  return warnings
}

/** The words of each surface with the ground that the eye sees below them, in the light theme. */
export function wordsOnSurfaces(
  colors: readonly BrandTint[],
): readonly Readonly<{ word: string; on: SurfaceName; ground: string }>[] {
  const byName = new Map(colors.map((color) => [color.name, color]))
  const tokens = brandTokens(colors, 'light')
  const groundOf: Record<string, string> = { surface: grounds.light.surface, sunken: grounds.light.sunken }
  return (Object.entries(surfaces) as [SurfaceName, (typeof surfaces)[SurfaceName]][]).flatMap(
    ([name, { on, words }]) => {
      const below = groundOf[on] ?? grounds.light.surface
      const one = byName.get(name)
      const unset =
        on === 'surface' || on === 'sunken'
          ? below
          : name === 'top-checked'
            ? softOf(tokens, grounds.light)
            : grounds.light.surface
      const ground = (one && look(one, below)?.seen) ?? unset
      groundOf[name] = ground
      return Object.keys(words).map((word) => ({ word, on: name, ground }))
    },
  )
}

/** The visible grounds below the list of plants and below its chosen row; undefined where the brand leaves both. */
export function menuGrounds(
  colors: readonly BrandTint[],
): Readonly<{ menu: string | undefined; card: string | undefined }> {
  const seenOf = (name: SurfaceName, below: string): string | undefined => {
    const one = colors.find((color) => color.name === name)
    return one && look(one, below)?.seen
  }
  const menu = seenOf('left-menu-bg', grounds.light.sunken)
  // A colored list whose row has no color of its own: the page's card.
  const card = seenOf('left-menu-card', menu ?? grounds.light.sunken) ?? (menu && grounds.light.surface)
  return { menu, card }
}
