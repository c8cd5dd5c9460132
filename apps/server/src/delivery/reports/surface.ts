import type { Fonts, Weight } from './fonts.ts'

/** Points, 1/72 inch, from the upper left corner. */
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>
export type Point = readonly [x: number, y: number]

export type TextStyle = Readonly<{
  sizePt: number
  weight?: Weight
  color: string
  align?: 'left' | 'right' | 'center'
}>

/** The surface that reports and the pictures in emails are drawn on: a page of a PDF, or an SVG. */
export type Surface = Readonly<{
  /** Of the reader's script. */
  fonts: Fonts
  rect: (box: Box, color: string, radius?: number) => void
  line: (points: readonly Point[], style: Readonly<{ color: string; widthPt: number; dash?: number }>) => void
  area: (points: readonly Point[], color: string) => void
  /** @param y of the base line */
  text: (text: string, x: number, y: number, style: TextStyle) => void
}>

/** Where a text of a width begins. */
export const startOf = (x: number, widthPt: number, align: TextStyle['align']): number =>
  align === 'right' ? x - widthPt : align === 'center' ? x - widthPt / 2 : x
