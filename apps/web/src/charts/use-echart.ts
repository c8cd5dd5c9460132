import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { untilIdle, whenIdle } from '../api/until-idle.ts'

/** On paper, cards have the width of A4 between its margins; the style sheet fits what is drawn to any other paper. */
const PAPER = { width: 676, height: 260 } as const

type Drawn = Readonly<{ onPaper: () => void; onScreen: () => void }>

const drawn = new Set<Drawn>()

// Before the page is laid out for paper: there is no time to measure afterwards.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeprint', () => {
    for (const { onPaper } of drawn) onPaper()
  })
  window.addEventListener('afterprint', () => {
    for (const { onScreen } of drawn) onScreen()
  })
}

/** @returns what ends it */
function followPaper(chart: Drawn): () => void {
  drawn.add(chart)
  return () => drawn.delete(chart)
}

type Library = typeof import('./echarts.ts')
let library: Promise<Library> | undefined

/**
 * Loads the drawing library once the page has been painted and has nothing to do: its half megabyte takes the processor
 * for a while, in which no press would be answered.
 */
function loadLibrary(): Promise<Library> {
  library ??= untilIdle()
    .then(() => import('./echarts.ts'))
    .catch((fault: unknown) => {
      library = undefined
      throw fault
    })
  return library
}

/** Loads the drawing library while the data is still loading. */
export const warmCharts = (): void => {
  loadLibrary().catch(() => undefined)
}

export type Size = Readonly<{ width: number; height: number }>

export type EChart = Readonly<{
  /** The container of the canvas. */
  ref: RefObject<HTMLDivElement | null>
  size: Size | undefined
  /** The drawing library is loaded. */
  ready: boolean
  /** It could not be loaded. */
  failed: boolean
  canvas: () => HTMLCanvasElement | undefined
}>

/** Of a card that is folded or not laid out yet there is nothing to draw. */
const LEAST_PX = 40

function drawAt(chart: EChartsType | undefined, size: Size, toOption: (size: Size) => EChartsCoreOption): void {
  if (!chart || size.width < LEAST_PX || size.height < LEAST_PX) return
  // A resize alone draws all of it once more.
  if (chart.getWidth() !== size.width || chart.getHeight() !== size.height)
    chart.resize({ width: size.width, height: size.height })
  chart.setOption(toOption(size), { notMerge: true, lazyUpdate: false })
}

/**
 * A chart with the lifetime of its element: drawn when `option` changes and the processor is free, resized with its
 * element, disposed with it.
 * @param toOption called with the size in pixels, because margins and label counts depend on it; keep it stable
 * (useCallback)
 */
export function useEChart(toOption: (size: Size) => EChartsCoreOption): EChart {
  const ref = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const [size, setSize] = useState<Size>()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const latest = useRef({ size, toOption })
  latest.current = { size, toOption }

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      // At once: on a busy page the drawing comes later, and until then the chart is no wider than its card.
      if (width >= LEAST_PX && height >= LEAST_PX) chart.current?.resize({ width, height })
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    })
    observer.observe(element)
    let gone = false
    loadLibrary().then(
      ({ init }) => {
        if (gone) return
        chart.current = init(element, null, { renderer: 'canvas' })
        setState('ready')
      },
      () => gone || setState('failed'),
    )
    const draw = (at: Size | undefined): void => at && drawAt(chart.current, at, latest.current.toOption)
    const leavePaper = followPaper({ onPaper: () => draw(PAPER), onScreen: () => draw(latest.current.size) })
    return () => {
      gone = true
      leavePaper()
      observer.disconnect()
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [])

  useEffect(
    () => (state === 'ready' && size ? whenIdle(() => drawAt(chart.current, size, toOption)) : undefined),
    [state, size, toOption],
  )

  return {
    ref,
    size,
    ready: state === 'ready',
    failed: state === 'failed',
    canvas: () => {
      // The picture is of the title above it, also while the drawing waits.
      if (size) drawAt(chart.current, size, toOption)
      return ref.current?.querySelector('canvas') ?? undefined
    },
  }
}
