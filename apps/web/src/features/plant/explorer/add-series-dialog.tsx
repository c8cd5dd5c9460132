import { getQuantity, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Source, Word } from '../../../api/explorer.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './add-series-dialog.module.css'
import { hurdleOf, MOST_SERIES, toReference } from './explorer-address.ts'
import { sourcesQuery } from './explorer-queries.ts'

const PAUSE_MS = 250
/** Quantities of a source before the rest is asked for. */
const FIRST = 8

type Props = Readonly<{
  /** Of this plant alone. */
  plantId: number | undefined
  chosen: readonly string[]
  onToggle: (reference: string) => void
  onClose: () => void
}>

/** Finds plants, devices and quantities by any words of their names; a press adds a line, another takes it out. */
export function AddSeriesDialog({ plantId, chosen, onToggle, onClose }: Props) {
  const { text } = useText()
  const [typed, setTyped] = useState('')
  const words = useWords(usePaused(typed))
  const query = useInfiniteQuery(sourcesQuery(words, plantId))
  const sources = query.data?.pages.flatMap((page) => page.sources) ?? []
  return (
    <Dialog
      open
      width={760}
      title={text('explorer.add')}
      onClose={onClose}
      actions={
        <>
          <span className={styles.count}>{text('explorer.chosen', { count: chosen.length, most: MOST_SERIES })}</span>
          <Button kind="primary" onClick={onClose}>
            {text('explorer.done')}
          </Button>
        </>
      }
    >
      <SearchField label={text('explorer.search')} value={typed} onChange={setTyped} inputRef={beginHere} />
      <div className={cx(styles.list, query.isPlaceholderData && styles.stale)} aria-busy={query.isFetching}>
        {query.error && !query.data && (
          <ErrorPanel compact failure={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <Skeleton height={240} />}
        {sources.map((source, at) => (
          <SourceRow
            key={`${source.plantId} ${source.deviceId}`}
            source={source}
            isFirst={source.plantId !== sources[at - 1]?.plantId}
            words={words}
            chosen={chosen}
            onToggle={onToggle}
          />
        ))}
        {query.data && sources.length === 0 && <p className={styles.none}>{text('explorer.none')}</p>}
        {query.hasNextPage && (
          <Button wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text('explorer.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

/** Each word with the quantities that it names in this language. */
function useWords(typed: string): readonly Word[] {
  const nameOf = useQuantityName()
  return useMemo(() => {
    const texts = typed.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6)
    return texts.map((text) => ({
      text: text.slice(0, 60),
      quantities: quantityIds.filter((id) => nameOf(id).toLowerCase().includes(text)).slice(0, 200),
    }))
  }, [typed, nameOf])
}

type RowProps = Readonly<{
  source: Source
  /** The first of its plant: its name stands above. */
  isFirst: boolean
  words: readonly Word[]
  chosen: readonly string[]
  onToggle: (reference: string) => void
}>

function SourceRow({ source, isFirst, words, chosen, onToggle }: RowProps) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const [isOpen, setIsOpen] = useState(false)
  const ranked = useMemo(() => rank(source.quantities, words), [source, words])
  const isChosen = (id: QuantityId): boolean => chosen.includes(toReference(source, id))
  const shown = isOpen ? ranked : ranked.filter((id, at) => at < FIRST || isChosen(id))
  const name = source.deviceName ?? text('explorer.wholePlant')
  return (
    <>
      {isFirst && <h3 className={styles.plant}>{source.plantName}</h3>}
      <section className={styles.source} aria-label={`${source.plantName}, ${name}`}>
        <div className={styles.name}>
          <Icon name={source.deviceId === null ? 'plants' : 'device'} size={18} />
          <span>{name}</span>
          {source.serial && source.serial !== source.deviceName && <small>{source.serial}</small>}
        </div>
        <div className={styles.quantities}>
          {shown.map((id) => {
            const hurdle = isChosen(id) ? undefined : hurdleOf(id, chosen)
            const { unit } = getQuantity(id)
            return (
              <button
                key={id}
                type="button"
                className={styles.quantity}
                aria-pressed={isChosen(id)}
                disabled={hurdle !== undefined}
                title={hurdle && text(`explorer.hurdle.${hurdle}`)}
                onClick={() => onToggle(toReference(source, id))}
              >
                {isChosen(id) && <Icon name="check" size={14} />}
                {nameOf(id)}
                {unit !== 'code' && unit !== 'count' && unit !== 'ratio' && (
                  <small>{unit === 'Ohm' ? 'Ω' : unit}</small>
                )}
              </button>
            )
          })}
          {shown.length < ranked.length && (
            <button type="button" className={styles.rest} onClick={() => setIsOpen(true)}>
              {text('explorer.rest', { count: ranked.length - shown.length })}
            </button>
          )}
        </div>
      </section>
    </>
  )
}

/** Those that most words name come first; else powers and energies, in the catalog's order. */
function rank(ids: readonly QuantityId[], words: readonly Word[]): readonly QuantityId[] {
  const hits = (id: QuantityId): number => words.filter(({ quantities }) => quantities.includes(id)).length
  const place = (id: QuantityId): number =>
    /^pv\d|^ac\d|^grid\d/.test(id) ? 2 : ['W', '%'].includes(getQuantity(id).unit) ? 0 : 1
  return ids.toSorted((a, b) => hits(b) - hits(a) || place(a) - place(b))
}
