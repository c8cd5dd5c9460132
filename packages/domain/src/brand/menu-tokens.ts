/**
 * A brand's list of plants is a ground of its own: the page's words, marks and lines in shades that can be read there.
 * The light theme only; at night the list has the page's own ground.
 */
import { contrastRatio, findHex, mix, readableOn, SHAPE_CONTRAST, TEXT_CONTRAST, tintsOn } from '../color.ts'
import { type BrandTint, type BrandTokens, brandTokens, menuGrounds } from './brand-tokens.ts'

/** Where the brand sets none: the page's own (ui/tokens.css). */
const usual = {
  primary: '#4c87ff',
  ok: '#52c41a',
  warn: '#faad14',
  fault: '#f5222d',
  asleep: '#7482a0',
  battery: '#23a26d',
} as const

/** `menu`: all of the list. `card`: the chosen row. Empty where the brand leaves the list as it is. */
export function menuTokens(colors: readonly BrandTint[]): Readonly<{ menu: BrandTokens; card: BrandTokens }> {
  const grounds = menuGrounds(colors)
  const tokens = brandTokens(colors, 'light')
  const on = (ground: string | undefined, words: string | undefined): BrandTokens =>
    ground === undefined ? {} : tokensOn(ground, words, colors)
  const menu = on(grounds.menu, tokens['left-menu-text'])
  return {
    menu:
      grounds.menu === undefined
        ? menu
        : { ...menu, ...cardTokens(grounds.card), ...createTokens(grounds.menu, tokens, colors) },
    card: on(grounds.card, tokens['left-menu-card-name'] ?? tokens['left-menu-active']),
  }
}

const hexOf = (colors: readonly BrandTint[], name: keyof typeof usual): string =>
  findHex(colors.find((color) => color.name === name)?.code ?? '') ?? usual[name]

/** Black below light words, white below dark ones: words leave their ground there, never come closer. */
const sunkOf = (ground: string): string =>
  mix(ground, contrastRatio('#ffffff', ground) > contrastRatio('#000000', ground) ? '#000000' : '#ffffff', 0.12)

function tokensOn(ground: string, words: string | undefined, colors: readonly BrandTint[]): BrandTokens {
  const sunk = sunkOf(ground)
  const shade = (color: string, least: number): string => readableOn(readableOn(color, sunk, least), ground, least)
  const text = shade(findHex(words ?? '') ?? '#808080', TEXT_CONTRAST)
  const quiet = shade(mix(text, ground, 0.2), TEXT_CONTRAST)
  const tokens: Record<string, string> = {
    text,
    'text-2': quiet,
    'text-3': quiet,
    surface: sunk,
    hover: sunk,
    line: mix(ground, text, 0.18),
    'line-strong': mix(ground, text, 0.4),
    asleep: shade(usual.asleep, SHAPE_CONTRAST),
    battery: shade(usual.battery, SHAPE_CONTRAST),
    'battery-line': shade(usual.battery, SHAPE_CONTRAST),
  }
  for (const name of ['ok', 'warn', 'fault', 'primary'] as const) {
    const tints = tintsOn(hexOf(colors, name), ground)
    const mark = shade(tints.base, SHAPE_CONTRAST)
    const word = shade(tints.text, TEXT_CONTRAST)
    Object.assign(tokens, {
      [name]: mark,
      ...(name !== 'primary' && { [`${name}-mark`]: mark }),
      [`${name}-text`]: word,
      // On a ground of middling light a soft one of the same color would be too close to its words.
      [`${name}-soft`]: contrastRatio(word, tints.soft) >= TEXT_CONTRAST ? tints.soft : ground,
    })
  }
  return tokens
}

/** The row keeps its ground where the words around it change theirs. */
const cardTokens = (card: string | undefined): BrandTokens => (card === undefined ? {} : { 'left-menu-card': card })

/** The button beside the search stands on the list too. */
function createTokens(ground: string, tokens: BrandTokens, colors: readonly BrandTint[]): BrandTokens {
  if (tokens['create-button'] !== undefined) return {}
  const sunk = sunkOf(ground)
  const words = findHex(tokens['create-text'] ?? '') ?? hexOf(colors, 'primary')
  return { 'create-button': sunk, 'create-text': readableOn(words, sunk) }
}
