import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatExact } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { type ExploredSeries, fileAddress, type Wish } from '../../../api/explorer.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import { toTable } from '../../../charts/lines-table.ts'
import { usePeriodDate } from '../../../charts/period/use-period-date.ts'
import { nameInstant } from '../../../charts/time-ticks.ts'
import { warmCharts } from '../../../charts/use-echart.ts'
import { useZoom } from '../../../charts/use-zoom.ts'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { partsOf, powersOf } from '../../../plant/plant-parts.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/now.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { AddSeriesDialog } from './add-series-dialog.tsx'
import { boundsOf, readReferences, spans, steps, toggled } from './explorer-address.ts'
import { alignLine, besideBounds, besides, figuresOf } from './explorer-beside.ts'
import { finestStep, lookAt, resolutionOf, toAxes, toLines, widestStepMs } from './explorer-lines.ts'
import { ExplorerNotes } from './explorer-notes.tsx'
import styles from './explorer-page.module.css'
import { exploredQuery } from './explorer-queries.ts'
import { ExplorerTools } from './explorer-tools.tsx'
import { FiguresTable } from './figures-table.tsx'
import { RangeBar } from './range-bar.tsx'
import { SeriesChips } from './series-chips.tsx'

/** `s` of an address from which everything was taken: a plant's own beginning does not return. */
const NOTHING = '-'

/** Any quantities of any plants and devices over any time; all of it is in the address. */
export function ExplorerPage() {
  const { text } = useText()
  usePageTitle(text('explorer.title'))
  return (
    <main className="page">
      <Explorer />
    </main>
  )
}

/** The same in a plant, which it begins with. */
export function PlantExplorerPage() {
  const { plantId, plant } = useCurrentPlant()
  const { now, failure, retry } = useLiveValues()
  return (
    <div className="page">
      {/* Its parts, and so its curves, are known with its values of now. */}
      {now ? (
        <Explorer plant={{ id: plantId, series: powersOf(plantId, partsOf(now, plant.gridType)) }} />
      ) : failure ? (
        <ErrorPanel failure={failure} onRetry={retry} />
      ) : (
        <Skeleton height={480} />
      )}
    </div>
  )
}

/** @param plant shown first, until the address names series */
function Explorer({ plant }: Readonly<{ plant?: Readonly<{ id: number; series: readonly string[] }> }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const { params, change } = useUrlState()
  const nowMs = useNow(MINUTE_MS)
  const chart = useRef<ChartHandle>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [changes, setChanges] = useState(0)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  useEffect(warmCharts, [])

  const listed = params.get('s') ?? plant?.series.join() ?? null
  const references = useMemo(() => readReferences(listed), [listed])
  const span = readOneOf(params, 'span', spans) ?? 'week'
  const every = readOneOf(params, 'every', steps)
  const isPerKw = params.get('kw') === '1'
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const today = localDate(nowMs, zone)
  const date = usePeriodDate({ period: span === 'range' ? 'day' : span, today })
  const { from, to } = boundsOf(span, date, params, today)

  const isChosen = references.length > 0
  const wish: Wish = { references, from, to, every, isPerKw }
  const whole = useQuery({ ...exploredQuery(wish), enabled: isChosen })
  const found = isChosen ? whole.data : undefined
  const range = useMemo(() => found && { fromMs: found.fromMs, toMs: found.toMs }, [found])
  const beside = readOneOf(params, 'beside', besides)
  const other =
    beside && from !== undefined && to !== undefined ? besideBounds(beside, span, date, { from, to }) : undefined
  const otherWish = { ...wish, from: other?.from, to: other?.to }
  const before = useQuery({ ...exploredQuery(otherWish), enabled: isChosen && other !== undefined })
  const { zoom, onZoom } = useZoom(range)
  // A closer look is asked for anew, so that it is as fine as it can be.
  const near = { ...wish, from: zoom?.fromMs, to: zoom?.toMs }
  const close = useQuery({ ...exploredQuery(near), enabled: zoom !== undefined && isChosen })
  const data = zoom ? (close.isPlaceholderData ? found : (close.data ?? found)) : found
  const foundZone = found?.zone
  useEffect(() => {
    if (foundZone !== undefined) setZone(foundZone)
  }, [foundZone])

  const naming = useMemo(
    () => ({
      quantity: quantityName,
      temperature: format.temperatureUnit,
      full: (name: string, { divisorKw, kind, step }: ExploredSeries) =>
        [
          name,
          ...(kind === 'increment' ? [text(`explorer.per.${step === 'sample' ? 'hour' : step}`)] : []),
          ...(divisorKw === null ? [] : [text('explorer.scaled.mark')]),
        ].join(', '),
    }),
    [quantityName, format.temperatureUnit, text],
  )
  const lines = useMemo(() => (data ? toLines(data, references, naming) : []), [data, references, naming])
  const otherData = before.isPlaceholderData ? undefined : before.data
  const otherFrom = other?.from
  const otherTo = other?.to
  const otherLines = useMemo(() => {
    if (!otherData || !from || !to || !otherFrom || !otherTo) return []
    const own = { from, to }
    const name = `${format.date(otherFrom)} – ${format.date(otherTo)}`
    const options = { zone: otherData.zone, name, isByMonth: span === 'year', nowMs }
    return toLines(otherData, references, naming).map((line) =>
      alignLine(line, own, { from: otherFrom, to: otherTo }, options),
    )
  }, [otherData, references, naming, from, to, otherFrom, otherTo, format, span, nowMs])
  const shown = useMemo(
    () => [...lines, ...otherLines].filter(({ id }) => !hidden.has(id.split(' ')[0] ?? '')),
    [lines, otherLines, hidden],
  )
  const figures = useMemo(() => figuresOf(zoom ? [] : shown), [shown, zoom])
  const axes = useMemo(() => toAxes(shown), [shown])
  const step = finestStep(data?.series ?? [])
  const resolution = resolutionOf(step)
  const set = (next: string): void => change({ s: next || (plant ? NOTHING : null) }, { replace: true })
  const toggle = (reference: string): void => set(toggled(references, reference))
  // The focused element may be gone: the first line moves the button that opened the dialog, the last one takes its
  // chip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last chip goes only when the address has changed
  useEffect(() => {
    if (changes > 0 && (document.activeElement ?? document.body) === document.body) adder.current?.focus()
  }, [changes, isChosen])
  const toggleShown = (id: string): void => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
  }
  const add = (
    <Button ref={adder} kind="primary" icon="add" onClick={() => setIsAdding(true)}>
      {text('explorer.add')}
    </Button>
  )
  const shownRange = zoom ?? range
  return (
    <>
      <header className={styles.head}>
        <div>
          {plant === undefined && <h1>{text('explorer.title')}</h1>}
          <p>{text('explorer.lead')}</p>
        </div>
        {isChosen && add}
      </header>
      {isChosen ? (
        <>
          <RangeBar span={span} date={date} today={today} zone={zone} from={from} to={to} beside={beside} />
          {whole.error && !found ? (
            <div className={cardStyles.card} data-part="card">
              <ErrorPanel failure={whole.error} title={text('explorer.failed')} onRetry={() => void whole.refetch()}>
                <Button onClick={() => set('')}>{text('explorer.clear')}</Button>
              </ErrorPanel>
            </div>
          ) : (
            <ChartFrame
              title={text('explorer.chart')}
              name={text('explorer.title')}
              note={zone}
              fileName={['explorer', from ?? 'all', to ?? '']}
              canvas={() => chart.current?.canvas()}
              legend={shown.map(({ name, color }) => ({ name, color }))}
              table={() =>
                toTable(shown, {
                  rowName: text('explorer.time'),
                  least: (name) => text('explorer.least', { name }),
                  greatest: (name) => text('explorer.greatest', { name }),
                  estimated: text('chart.estimated'),
                  nameAt: (atMs) => nameInstant(atMs, zone, format.locale, resolution, true),
                  exactAt: (atMs) => formatExact(atMs, zone),
                })
              }
              aside={
                <ExplorerTools
                  every={every}
                  isPerKw={isPerKw}
                  onChange={change}
                  file={fileAddress(zoom ? near : wish)}
                />
              }
              picker={
                <SeriesChips
                  onToggle={toggleShown}
                  onRemove={(id) => {
                    toggle(id)
                    setChanges(changes + 1)
                  }}
                  chips={references.map((id, at) => {
                    const line = lines.find((explorerLine) => explorerLine.id === id)
                    return {
                      id,
                      name: line?.name ?? quantityName(id.split(':')[1] ?? ''),
                      ...lookAt(at),
                      isHidden: hidden.has(id),
                      isEmpty: line?.points.every(({ value }) => value === null) ?? false,
                    }
                  })}
                />
              }
              foot={
                <ExplorerNotes series={data?.series ?? []} isPerKw={isPerKw} zone={zone} isClose={zoom !== undefined} />
              }
            >
              <div className={cx(styles.plot, (whole.isPlaceholderData || close.isFetching) && styles.stale)}>
                {range && shownRange ? (
                  <LineChart
                    handle={chart}
                    label={text('explorer.label', { count: shown.length })}
                    range={range}
                    zone={zone}
                    resolution={resolution}
                    axes={axes}
                    series={shown}
                    nowMs={nowMs}
                    stepMs={widestStepMs(data?.series ?? [])}
                    zoom={zoom}
                    onZoom={onZoom}
                    empty={
                      lines.every(({ points }) => points.every(({ value }) => value === null))
                        ? text('explorer.empty')
                        : undefined
                    }
                  />
                ) : (
                  <Skeleton height="var(--chart-height)" />
                )}
              </div>
            </ChartFrame>
          )}
          {figures.length > 0 && <FiguresTable figures={figures} lines={shown} />}
        </>
      ) : (
        <EmptyState icon="chart" title={text('explorer.start')} hint={text('explorer.start.hint')}>
          {add}
        </EmptyState>
      )}
      {isAdding && (
        <AddSeriesDialog
          plantId={plant?.id}
          chosen={references}
          onToggle={toggle}
          onClose={() => {
            setIsAdding(false)
            setChanges(changes + 1)
          }}
        />
      )}
    </>
  )
}
