import { deriveTints, findHex, readableOn, type Tints, toRgba } from '@heliograph/domain/colour.ts'
import type { BrandColour } from '../api/brand.ts'

/** The page's own surfaces, on which a brand's text must be readable (ui/tokens.css). */
const SURFACE = { light: '#ffffff', dark: '#141b28' } as const

const statuses: readonly string[] = ['ok', 'warn', 'fault']

/** Specification, section 9. ui/tokens.css has hand-made shades of these; a brand with these colors uses those. */
const own: Readonly<Record<string, string>> = {
  primary: '#4c87ff',
  ok: '#52c41a',
  warn: '#faad14',
  fault: '#f5222d',
}

// Surface colors fit the light theme only; the dark theme keeps its neutral surfaces.
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

const primaryRules = (tints: Tints, surface: string): readonly string[] => [
  `--primary:${tints.base}`,
  `--primary-hover:${tints.hover}`,
  `--primary-active:${tints.active}`,
  `--primary-solid:${tints.solid}`,
  `--primary-solid-hover:${readableOn(tints.active, tints.onSolid)}`,
  `--on-primary:${tints.onSolid}`,
  `--primary-text:${readableOn(tints.text, surface)}`,
  `--primary-soft:${tints.soft}`,
  `--primary-border:${tints.border}`,
]

const statusRules = (name: string, tints: Tints, surface: string): readonly string[] => [
  `--${name}:${tints.base}`,
  `--${name}-text:${readableOn(readableOn(tints.text, surface), tints.soft)}`,
  `--${name}-soft:${tints.soft}`,
]

/** A brand's colors as a style sheet for both themes. Invalid colors are left out, so the page's own stay. */
export function toStyleSheet(colours: readonly BrandColour[]): string {
  const light: string[] = []
  const dark: string[] = []
  for (const { name, code, alpha } of colours) {
    const hex = findHex(code)
    if (hex === undefined || own[name] === hex) continue
    if (name === 'primary') {
      const tints = deriveTints(hex)
      light.push(...primaryRules(tints.light, SURFACE.light))
      dark.push(...primaryRules(tints.dark, SURFACE.dark))
    } else if (statuses.includes(name)) {
      const tints = deriveTints(hex)
      light.push(...statusRules(name, tints.light, SURFACE.light))
      dark.push(...statusRules(name, tints.dark, SURFACE.dark))
    } else if (surfaces.includes(name)) light.push(`--${name}:${toRgba(hex, alpha)}`)
    else if (/^chart-([1-9]|1[0-2])$/.test(name)) {
      light.push(`--${name}:${toRgba(hex, alpha)}`)
      dark.push(`--${name}:${toRgba(hex, alpha)}`)
    }
  }
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
