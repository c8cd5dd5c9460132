import { formatDate, formatWholeMonth } from '@heliograph/domain/format/date.ts'
import type { Letter } from '@heliograph/domain/letter/letter.ts'
import { formatBilledEnergy, letterWords } from '@heliograph/domain/letter/letter-words.ts'
import { type LetterPart, type LetterSentence, numberOf, writeLetter } from '@heliograph/domain/letter/write-letter.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { ink } from './look.ts'
import { CONTENT_WIDTH, createPages, type Pages } from './pages.ts'
import type { ReportBrand } from './report-brand.ts'
import type { ReportLanguage } from './report-texts.ts'

const headings: Readonly<Partial<Record<LetterPart['part'], TextKey>>> = {
  lost: 'letter.heading.lost',
  todo: 'letter.heading.todo',
}
const SIZE = 10.5
const INDENT = 16
const BOX = { padding: 14, ground: '#ece7fd' } as const

/** The letter of a month as a PDF: the sentences of the page. @param today at the plant */
export function drawLetter(
  letter: Letter,
  language: ReportLanguage,
  brand: ReportBrand,
  { today, nowMs }: Readonly<{ today: string; nowMs: number }>,
): AsyncIterable<Uint8Array> {
  const { translate, locale } = language
  const name = translate('letter.title', { month: formatWholeMonth(letter.month, locale) })
  const title = `${letter.plantName} · ${name}`
  const pages = createPages({ brand, language, createdAtMs: nowMs, head: name, title })
  pages.write(letter.plantName, { sizePt: 11, color: ink.soft })
  pages.write(name, { sizePt: 19, weight: 'bold' })
  pages.take(10)
  const parts = writeLetter(
    letter,
    letterWords(locale, ({ kind }) => translate(`performance.loss.${kind}`)),
  )
  for (const part of parts.filter(({ part: item }) => item !== 'todo')) drawPart(pages, part, language)
  drawNumber(pages, letter, language)
  for (const part of parts.filter(({ part: item }) => item === 'todo')) drawPart(pages, part, language)
  pages.take(12)
  pages.write(translate('letter.closing', { date: formatDate(today, locale) }), { sizePt: 8.5, color: ink.quiet })
  return pages.end()
}

/** Paper has one weight in a line. */
const plain = (sentences: readonly LetterSentence[], { translate }: ReportLanguage): string =>
  joinSentences(sentences.map(({ key, values }) => translate(key as TextKey, values).replace(/<\/?b>/g, '')))

function drawPart(pages: Pages, { part, sentences, items }: LetterPart, language: ReportLanguage): void {
  const heading = headings[part]
  if (heading) pages.title(language.translate(heading))
  if (sentences.length > 0) pages.write(plain(sentences, language), { sizePt: SIZE })
  for (const [at, item] of items.entries()) {
    const sign = part === 'todo' ? `${at + 1}.` : '•'
    const { surface } = pages
    const lines = surface.fonts.wrapText(plain(item.sentences, language), 'regular', SIZE, CONTENT_WIDTH - INDENT)
    for (const [row, line] of lines.entries()) {
      const box = pages.take(SIZE * 1.5)
      const y = box.y + SIZE * 1.15
      if (row === 0) surface.text(sign, box.x, y, { sizePt: SIZE, color: ink.quiet })
      surface.text(line, box.x + INDENT, y, { sizePt: SIZE, color: ink.text })
    }
  }
  pages.take(8)
}

function drawNumber(pages: Pages, letter: Letter, language: ReportLanguage): void {
  const { translate, locale } = language
  const { lead: key, figures, missingDays } = numberOf(letter)
  const lead = translate(key, { from: formatDate(letter.from, locale), to: formatDate(letter.to, locale) })
  const gaps = missingDays > 0 ? translate('letter.number.gaps', { days: missingDays }) : ''
  const { surface } = pages
  const wrap = (text: string, sizePt: number): readonly string[] =>
    text === '' ? [] : surface.fonts.wrapText(text, 'regular', sizePt, CONTENT_WIDTH - 2 * BOX.padding)
  const [leads, notes] = [wrap(lead, SIZE), wrap(gaps, 8.5)]
  const height = 2 * BOX.padding + 18 + leads.length * 16 + (figures.length > 0 ? 46 : 0) + notes.length * 13
  const box = pages.take(height)
  surface.rect(box, BOX.ground, 6)
  const x = box.x + BOX.padding
  let y = box.y + BOX.padding + 10
  surface.text(translate('letter.number'), x, y, { sizePt: 12, weight: 'bold', color: ink.text })
  for (const line of leads) {
    y += 16
    surface.text(line, x, y, { sizePt: SIZE, color: ink.text })
  }
  if (figures.length > 0) {
    y += 18
    for (const [at, { name, energyWh }] of figures.entries()) {
      const left = x + at * 220
      surface.text(translate(`letter.number.${name}`), left, y, { sizePt: 8.5, color: ink.soft })
      surface.text(formatBilledEnergy(energyWh, locale), left, y + 22, { sizePt: 18, weight: 'bold', color: ink.text })
    }
    y += 28
  }
  for (const line of notes) {
    y += 13
    surface.text(line, x, y, { sizePt: 8.5, color: ink.soft })
  }
  pages.take(8)
}
