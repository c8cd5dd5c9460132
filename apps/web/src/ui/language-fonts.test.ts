// @vitest-environment node
import { readFileSync } from 'node:fs'
import { languages } from '@heliograph/domain/languages.ts'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const fontsOf = (font: string): string => css.split(`[data-font="${font}"]`)[1]?.split('}')[0] ?? ''

it('Japanese is written in a Japanese font, Chinese and Korean in theirs', () => {
  for (const [code, first] of [
    ['ja', 'Hiragino Sans'],
    ['zh', 'PingFang SC'],
    ['ko', 'Apple SD Gothic Neo'],
  ] as const) {
    const font = languages.find((language) => language.code === code)?.font ?? ''
    // Latin letters and figures first: they are the same everywhere.
    expect(fontsOf(font)).toMatch(new RegExp(`--font:\\s*Inter, "Inter Fallback", "${first}", "Noto Sans`))
  }
})

it('no font comes from a foreign server', () => {
  expect(css + readFileSync(new URL('fonts.css', import.meta.url), 'utf8')).not.toMatch(/url\(["']?https?:/)
})
