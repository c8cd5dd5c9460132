/** Brand colors: 3- or 6-digit hex in, CSS colors and readable shades out. Contrast is that of WCAG 2.2, 1 to 21. */

/** WCAG 2.2, 1.4.3: text of normal size. */
export const TEXT_CONTRAST = 4.5
/** WCAG 2.2, 1.4.11: edges of controls and graphics. */
export const SHAPE_CONTRAST = 3

const WHITE = '#ffffff'
/** The page's ink on light colors; black is the last resort. */
const INK = '#141414'
const BLACK = '#000000'

/** Ten colors for series beside each other, on light surfaces; the page has shades of them for dark ones. */
export const chartColors: readonly string[] = [
  '#a83279',
  '#00756b',
  '#6a7000',
  '#3f55c8',
  '#a84a22',
  '#50657f',
  '#7a3b8f',
  '#b87400',
  '#6b4f3f',
  '#00719c',
]

type Rgb = readonly [red: number, green: number, blue: number]

/** `#4c87ff` for `4C87FF`, `#4c87ff`, and `#aabbcc` for `#abc`; undefined for anything else. */
export function findHex(code: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(code)?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Whether a text is a color of three or six hex digits, with or without `#`. */
export const isHex = (code: string): boolean => findHex(code) !== undefined

function toRgb(code: string): Rgb {
  const hex = findHex(code)
  if (hex === undefined) throw new RangeError(`Not a color: ${code.slice(0, 16)}`)
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/**
 * CSS `rgba(...)` of a color.
 * @param alphaPercent opacity 0 to 100, clamped; absent: opaque
 * @throws RangeError unless the code is 3- or 6-digit hex
 */
export function toRgba(code: string, alphaPercent: number | null | undefined = 100): string {
  const percent = Number.isFinite(alphaPercent) ? Math.min(Math.max(alphaPercent ?? 100, 0), 100) : 100
  return `rgba(${toRgb(code).join(', ')}, ${Number((percent / 100).toFixed(4))})`
}

/** Mixes in sRGB. @param share of the second color, 0 to 1 */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [toRgb(first), toRgb(second)]
  const part = (index: 0 | 1 | 2): number => a[index] + (b[index] - a[index]) * share
  return toHex([part(0), part(1), part(2)])
}

/** Relative luminance, 0 to 1 (WCAG 2.2, definition). */
export const luminance = (code: string): number => luminanceOf(toRgb(code))

/** Light of a part of 0 to 255: a page asks some ten thousand times. */
const linear: readonly number[] = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
const luminanceOf = ([red, green, blue]: Rgb): number =>
  0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0)
const ratioOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** Contrast ratio of two colors, 1 to 21, in either order. */
export function contrastRatio(first: string, second: string): number {
  return ratioOf(luminance(first), luminance(second))
}

/** White where it can be read, else ink, else black: one of them always reaches 4.5. */
export function textOn(background: string): string {
  return [WHITE, INK].find((color) => contrastRatio(color, background) >= TEXT_CONTRAST) ?? BLACK
}

/**
 * The color itself, or its nearest shade towards black or white with enough contrast to a background.
 * @param least 1 to 21; where no shade reaches it, black or white, which always reach 4.5
 */
export function readableOn(color: string, background: string, least: number = TEXT_CONTRAST): string {
  const ground = luminance(background)
  const own = toRgb(color)
  if (ratioOf(luminanceOf(own), ground) >= least) return toHex(own)
  const isDark = ratioOf(1, ground) > ratioOf(0, ground)
  const away = isDark ? 255 : 0
  const shadeAt = (step: number): Rgb => {
    const part = (value: number): number => Math.round(value + ((away - value) * step) / SHADES)
    return [part(own[0]), part(own[1]), part(own[2])]
  }
  // Once too close to the ground, shades only come closer and then leave it for good: the nearest one is found by halves.
  let [tooClose, far] = [0, SHADES]
  while (far - tooClose > 1) {
    const middle = (tooClose + far) >> 1
    if (ratioOf(luminanceOf(shadeAt(middle)), ground) >= least) far = middle
    else tooClose = middle
  }
  return toHex(shadeAt(far))
}
/** Between a color and black or white. */
const SHADES = 50

/** The shades that a page derives from one brand color for one theme. */
export type Tints = Readonly<{
  /** Icons, borders of controls, marks: stands out from the surface (3:1). */
  base: string
  hover: string
  active: string
  /** Filled buttons, with `onSolid` on it (4.5:1). */
  solid: string
  onSolid: string
  /** Links and words in the brand's color, readable on the surface and on `soft` (4.5:1). */
  text: string
  /** Background of a selected row or a badge. */
  soft: string
  border: string
}>

/** Shades of a color for a surface. @throws RangeError unless both are 3- or 6-digit hex */
export function tintsOn(brand: string, surface: string): Tints {
  const base = readableOn(brand, surface, SHAPE_CONTRAST)
  const soft = mix(surface, brand, 0.12)
  // Both steps go in the same direction, so the second never spoils the first.
  const text = readableOn(readableOn(brand, soft), surface)
  return {
    base,
    hover: mix(base, WHITE, 0.15),
    active: mix(base, BLACK, 0.15),
    solid: readableOn(base, WHITE),
    onSolid: WHITE,
    text,
    soft,
    border: mix(surface, brand, 0.45),
  }
}

export const LIGHT_SURFACE = WHITE
export const DARK_SURFACE = INK

/** Light and dark shades of a brand color. @throws RangeError unless the code is 3- or 6-digit hex */
export const deriveTints = (brand: string): Readonly<{ light: Tints; dark: Tints }> => ({
  light: tintsOn(toHex(toRgb(brand)), LIGHT_SURFACE),
  dark: tintsOn(toHex(toRgb(brand)), DARK_SURFACE),
})
