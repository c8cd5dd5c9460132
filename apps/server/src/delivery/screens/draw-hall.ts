import type { Formatted } from '@heliograph/domain/format/number.ts'
import type { FontHint } from '@heliograph/domain/languages.ts'
import { createSvgSurface, openFonts } from '../reports/reports.ts'

/** The size of most 7.5-inch displays of electronic paper, in pixels. */
export const HALL_SIZE = { width: 800, height: 480 } as const

export type HallContent = Readonly<{
  name: string
  date: string
  today: Readonly<{ label: string; value: Formatted; money: string | null }>
  /** null: the plant has none, or does not say. */
  battery: Readonly<{ label: string; value: string; share: number }> | null
  tomorrow: Readonly<{ label: string; value: string; energy: string }>
  asOf: string
  zone: string
  /** A sentence where data is missing; it stands on black. */
  stale: string | null
}>

const INK = '#000000'
const PAPER = '#ffffff'
const EDGE = 32
const HEAD = { baseline: 58, line: 80 } as const
const BODY = { label: 128, value: 222, money: 276 } as const
const FOOT = { line: 318, label: 352, value: 404, bar: 432 } as const
const BATTERY = { x: 520, width: 220, height: 84, y: 148, frame: 5, tip: 12 } as const

/** The picture as SVG: letters are outlines, black on white, nothing in between. */
export function drawHall(content: HallContent, script: FontHint): string {
  const { width, height } = HALL_SIZE
  const fonts = openFonts(script)
  const { surface, write } = createSvgSurface(width, height, fonts)
  const bold = 'bold' as const
  const inner = width - 2 * EDGE
  surface.rect({ x: 0, y: 0, width, height }, PAPER)
  const dateWidth = fonts.measureText(content.date, 'regular', 22)
  surface.text(fonts.fitText(content.name, bold, 34, inner - dateWidth - EDGE), EDGE, HEAD.baseline, {
    sizePt: 34,
    weight: bold,
    color: INK,
  })
  surface.text(content.date, width - EDGE, HEAD.baseline, { sizePt: 22, color: INK, align: 'right' })
  surface.rect({ x: EDGE, y: HEAD.line, width: inner, height: 3 }, INK)

  const left = content.battery === null ? inner : BATTERY.x - 2 * EDGE
  const { label, value, money } = content.today
  surface.text(fonts.fitText(label, 'regular', 24, left), EDGE, BODY.label, { sizePt: 24, color: INK })
  surface.text(value.value, EDGE, BODY.value, { sizePt: 92, weight: bold, color: INK })
  const valueWidth = fonts.measureText(value.value, bold, 92)
  if (value.unit !== '')
    surface.text(value.unit, EDGE + valueWidth + 12, BODY.value, { sizePt: 36, weight: bold, color: INK })
  if (money !== null)
    surface.text(fonts.fitText(money, bold, 36, left), EDGE, BODY.money, { sizePt: 36, weight: bold, color: INK })

  if (content.battery) {
    const { x, y, frame, tip } = BATTERY
    surface.text(fonts.fitText(content.battery.label, 'regular', 24, BATTERY.width + EDGE), x, BODY.label, {
      sizePt: 24,
      color: INK,
    })
    surface.rect({ x, y, width: BATTERY.width, height: BATTERY.height }, INK, 8)
    surface.rect({ x: x + BATTERY.width, y: y + BATTERY.height / 3, width: tip, height: BATTERY.height / 3 }, INK, 3)
    const room = { x: x + frame, y: y + frame, width: BATTERY.width - 2 * frame, height: BATTERY.height - 2 * frame }
    surface.rect(room, PAPER, 4)
    const gap = 5
    surface.rect(
      {
        x: room.x + gap,
        y: room.y + gap,
        width: (room.width - 2 * gap) * content.battery.share,
        height: room.height - 2 * gap,
      },
      INK,
    )
    surface.text(content.battery.value, x, BODY.money, { sizePt: 36, weight: bold, color: INK })
  }

  surface.rect({ x: EDGE, y: FOOT.line, width: inner, height: 3 }, INK)
  surface.text(fonts.fitText(content.tomorrow.label, 'regular', 24, inner), EDGE, FOOT.label, {
    sizePt: 24,
    color: INK,
  })
  surface.text(content.tomorrow.value, EDGE, FOOT.value, { sizePt: 44, weight: bold, color: INK })
  if (content.tomorrow.energy !== '')
    surface.text(content.tomorrow.energy, width - EDGE, FOOT.value, { sizePt: 36, color: INK, align: 'right' })

  const isStale = content.stale !== null
  if (isStale) surface.rect({ x: 0, y: FOOT.bar - 6, width, height: height - FOOT.bar + 6 }, INK)
  const foot = { sizePt: 22, weight: isStale ? bold : ('regular' as const), color: isStale ? PAPER : INK }
  const zoneWidth = fonts.measureText(content.zone, 'regular', 18)
  surface.text(
    fonts.fitText(content.stale ?? content.asOf, foot.weight, 22, inner - zoneWidth - EDGE),
    EDGE,
    height - 18,
    foot,
  )
  surface.text(content.zone, width - EDGE, height - 18, { sizePt: 18, color: foot.color, align: 'right' })
  return write()
}
