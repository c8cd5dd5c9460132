/**
 * Colors for canvases, which cannot resolve CSS variables: read from the page, again whenever its theme or brand
 * changes.
 */
import { useMemo } from 'react'
import { useTheme } from '../preferences/theme.ts'

export type ChartTheme = Readonly<{
  /** `rgb(...)` of a color token, or of a token with opacity. @param alpha 0 to 1 */
  color: (token: string, alpha?: number) => string
  font: string
}>

let pen: CanvasRenderingContext2D | null | undefined

/** Any CSS color as red, green, blue, alpha: the browser itself converts it. */
function toParts(css: string): readonly [number, number, number, number] {
  pen ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen || css === '') return [128, 128, 128, 1]
  pen.canvas.width = 1
  pen.canvas.height = 1
  pen.clearRect(0, 0, 1, 1)
  pen.fillStyle = css
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data
  return [red, green, blue, alpha / 255]
}

export function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const known = new Map<string, readonly [number, number, number, number]>()
  return {
    color: (token, alpha = 1) => {
      const parts = known.get(token) ?? toParts(style.getPropertyValue(`--${token}`).trim())
      known.set(token, parts)
      const [red, green, blue, own] = parts
      return `rgba(${red}, ${green}, ${blue}, ${Number((own * alpha).toFixed(3))})`
    },
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
  }
}

/** A new object when the page's look changes, so that it can be a dependency of a drawing. */
export function useChartTheme(): ChartTheme {
  const { shown } = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style sheet follows what is shown
  return useMemo(readTheme, [shown])
}
