import { ink } from './look.ts'
import { CONTENT_WIDTH, type Pages } from './pages.ts'

const NAME_WIDTH = 165
const SIZE = 9
const LINE = 13

export type PaperFact = readonly [name: string, value: string]

/** Names at the left and values beside them, as many lines as each needs. */
export function drawFacts(pages: Pages, facts: readonly PaperFact[]): void {
  const { surface } = pages
  for (const [name, value] of facts) {
    const names = surface.fonts.wrapText(name, 'regular', SIZE, NAME_WIDTH - 10)
    const values = surface.fonts.wrapText(value, 'regular', SIZE, CONTENT_WIDTH - NAME_WIDTH)
    const box = pages.take(LINE * Math.max(1, names.length, values.length))
    const write = (lines: readonly string[], x: number, color: string): void => {
      for (const [at, line] of lines.entries())
        surface.text(line, x, box.y + 10 + at * LINE, { sizePt: SIZE, color, weight: 'regular' })
    }
    write(names, box.x, ink.soft)
    write(values, box.x + NAME_WIDTH, ink.text)
  }
}
