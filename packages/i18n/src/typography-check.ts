/** Marks and blanks as each language sets them: the test beside it runs this, also on planted faults. */

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Locales } from './locale-check.ts'

type Rule = Readonly<{ fault: string; found: RegExp; languages?: readonly string[]; not?: readonly string[] }>

const fullWidth = ['zh', 'ja']

const rules: readonly Rule[] = [
  { fault: 'has two blanks in a row', found: / {2}/ },
  { fault: 'has straight double quotes', found: /"/ },
  { fault: 'has three dots for an ellipsis', found: /\.\.\./ },
  { fault: 'has a blank before a comma or a period', found: / [,.](?= |$)/ },
  {
    fault: 'has a word twice',
    // "vous vous" is you and yourself, "die die" who the, "sie sie" they it.
    found: /(?<![\p{L}\p{M}])(?!vous vous|die die|der der|das das|sie sie)([\p{L}\p{M}]{2,}) \1(?![\p{L}\p{M}])/u,
    // "gün gün" is "day by day", "luôn luôn" is "always".
    not: ['tr', 'vi'],
  },
  {
    fault: 'has a particle right after a value, whose last sound it follows',
    found: /\u25a1(?:을|를|은|는|이|가|과|와|으로|로)(?![\p{L}(])/u,
    languages: ['ko'],
  },
  {
    fault: 'has a suffix right after a value, whose vowels it follows',
    found: /\u25a1['’]?(?:[dt][ae]n?|[yn]?[aeıiuü]|n?[ıiuü]n)(?!\p{L})/u,
    languages: ['tr'],
  },
  {
    fault: 'has a half-width mark after a full-width letter',
    found: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][,.;:!?]/u,
    languages: fullWidth,
  },
  {
    fault: 'has a blank beside a full-width mark',
    found: /[。，、；：！？（）「」“”] | [。，、；：！？）」]/,
    languages: fullWidth,
  },
  {
    fault: 'has a half-width bracket beside a full-width letter',
    found:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]\(|(?<!Q\(U)\)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    languages: fullWidth,
  },
]

/** Every way a text can read, with a sign for each value; the branches of a plural one after the other. */
function readings(elements: readonly MessageFormatElement[]): readonly string[] {
  let lines: readonly string[] = ['']
  for (const element of elements) {
    const next =
      element.type === TYPE.literal
        ? [element.value]
        : element.type === TYPE.tag
          ? readings(element.children)
          : element.type === TYPE.plural || element.type === TYPE.select
            ? Object.values(element.options).flatMap((option) => readings(option.value))
            : ['\u25a1']
    // One branch after the other would multiply; each is seen once beside the first of the others.
    const [first = ''] = lines
    lines = [...lines.map((line) => line + (next[0] ?? '')), ...next.slice(1).map((text) => first + text)]
  }
  return lines
}

/** Lists every fault as a sentence; an empty list means none. @param allowed keys that may break a rule */
export function checkTypography(locales: Locales, allowed: ReadonlySet<string> = new Set()): readonly string[] {
  return Object.entries(locales).flatMap(([language, files]) =>
    Object.entries(files).flatMap(([feature, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => {
        if (typeof text !== 'string' || allowed.has(key)) return []
        const lines = /[{<]/.test(text) ? readings(parse(text)) : [text]
        return rules
          .filter(({ languages, not }) => (languages?.includes(language) ?? true) && !not?.includes(language))
          .filter(({ found }) => lines.some((line) => found.test(line)))
          .map(({ fault }) => `${language}/${feature}: ${key} ${fault}`)
      }),
    ),
  )
}
