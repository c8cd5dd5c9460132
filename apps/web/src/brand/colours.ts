import {
  chartColours,
  findHex,
  mix,
  readableOn,
  SHAPE_CONTRAST,
  type Tints,
  tintsOn,
  toRgba,
} from '@heliograph/domain/colour.ts'
import type { BrandColour } from '../api/brand.ts'

/** The page's own surfaces, on which a brand's text must be readable (ui/tokens.css). */
const SURFACE = { light: '#ffffff', dark: '#141b28' } as const
/** The ground of the least contrast, by the surface that it belongs to: under the pointer. */
const HOVER: Readonly<Record<string, string>> = { '#ffffff': '#f1f4f9', '#141b28': '#1a2333' }

const statuses: readonly string[] = ['ok', 'warn', 'fault']

const surfaces: readonly string[] = [
  'left-menu-bg',
  'left-menu-active',
  'left-menu-text',
  'left-menu-card',
  'left-menu-card-name',
  'left-menu-card-tip',
  'create-button',
  'create-text',
  'switch-text',
  'top-bg',
  'top-text',
  'top-active',
  'top-inactive',
  'top-checked',
]

/** Readable on the surface, under the pointer and on its own soft ground. */
const toWords = ({ text, soft }: Tints, surface: string): string =>
  readableOn(readableOn(text, HOVER[surface] ?? surface), soft)

const primaryRules = (tints: Tints, surface: string): readonly string[] => [
  `--primary:${tints.base}`,
  `--primary-hover:${tints.hover}`,
  `--primary-active:${tints.active}`,
  `--primary-solid:${tints.solid}`,
  `--primary-solid-hover:${mix(tints.solid, '#000000', 0.1)}`,
  `--on-primary:${tints.onSolid}`,
  `--primary-text:${toWords(tints, surface)}`,
  `--primary-soft:${tints.soft}`,
  `--primary-border:${tints.border}`,
]

/** `name`: fills, exactly as set. `-mark`: icons and edges, 3:1. `-text`: words, 4.5:1. */
const statusRules = (name: string, fill: string, tints: Tints, surface: string): readonly string[] => [
  `--${name}:${fill}`,
  `--${name}-mark:${tints.base}`,
  `--${name}-text:${toWords(tints, surface)}`,
  `--${name}-soft:${tints.soft}`,
]

function rulesOf({ name, code, alpha }: BrandColour, surface: string): readonly string[] {
  const hex = findHex(code)
  if (hex === undefined) return []
  const isOpaque = alpha >= 100
  const fill = isOpaque ? hex : toRgba(hex, alpha)
  // What the eye sees of a translucent color, which decides whether it can be read.
  const seen = isOpaque ? hex : mix(surface, hex, Math.max(0, alpha) / 100)
  if (name === 'primary') {
    const tints = tintsOn(seen, surface)
    return primaryRules({ ...tints, base: tints.base === seen ? fill : tints.base }, surface)
  }
  if (statuses.includes(name)) return statusRules(name, fill, tintsOn(seen, surface), surface)
  const [, nth] = /^chart-([1-9]|1[0-2])$/.exec(name) ?? []
  // The page has shades of its own for the dark theme.
  if (nth !== undefined && surface === SURFACE.dark && chartColours[Number(nth) - 1] === hex) return []
  if (nth !== undefined) return [`--${name}:${isOpaque ? readableOn(hex, surface, SHAPE_CONTRAST) : fill}`]
  // These fit the light theme only; the dark theme keeps its neutral surfaces.
  return surfaces.includes(name) && surface === SURFACE.light ? [`--${name}:${toRgba(hex, alpha)}`] : []
}

/** A brand's colors as a style sheet for both themes. Invalid colors are left out, so the page's own stay. */
export function toStyleSheet(colours: readonly BrandColour[]): string {
  const light = colours.flatMap((one) => rulesOf(one, SURFACE.light))
  const dark = colours.flatMap((one) => rulesOf(one, SURFACE.dark))
  const rule = (selector: string, rules: readonly string[]): string =>
    rules.length === 0 ? '' : `${selector}{${rules.join(';')}}`
  return `${rule(
    ':root',
    light.filter((one) => !isSurfaceRule(one)),
  )}${rule('[data-theme="light"]', light.filter(isSurfaceRule))}${rule('[data-theme="dark"]', dark)}`
}

const isSurfaceRule = (rule: string): boolean => /^--(left-menu|top|create|switch)-/.test(rule)

/** Constructed style sheets pass a strict content policy, `<style>` elements do not. */
export function applyStyleSheet(css: string): void {
  if (css === '' || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}
