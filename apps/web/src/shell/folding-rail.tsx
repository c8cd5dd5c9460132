import { statuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { fleetPath, withQuery } from '../address/paths.ts'
import { plantCountsQuery } from '../api/queries.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { type Shortcut, useShortcuts } from '../ui/shortcuts.ts'
import { StatusDot } from '../ui/status.tsx'
import styles from './folding-rail.module.css'

/** The button that shows or hides the list. */
export function RailToggle({
  isOpen,
  onPress,
  ...rest
}: Readonly<{ isOpen: boolean; onPress: () => void; 'aria-controls'?: string }>) {
  const { text } = useText()
  return (
    <div className={cx(styles.toggle, isOpen && styles.toggleOpen)}>
      <Button
        kind="quiet"
        icon={isOpen ? 'chevronLeft' : 'list'}
        label={text(isOpen ? 'shell.rail.close' : 'shell.rail.open')}
        aria-expanded={isOpen}
        onClick={onPress}
        {...rest}
      />
    </div>
  )
}

/**
 * The list of plants on a tablet: a strip with the counts, from which the list opens over the page.
 * @param isOfFleet the page beside it is about all plants and counts them itself
 */
export function FoldingRail({ isOfFleet = false, children }: Readonly<{ isOfFleet?: boolean; children: ReactNode }>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  // The list is done with when a plant was chosen; typing in its search changes only the keyword.
  const place = `${pathname} ${new URLSearchParams(search).get('id') ?? ''}`
  const isOpen = openAt === place
  const open = (): void => setOpenAt(place)
  const close = (): void => {
    setOpenAt(undefined)
    toggle.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (isOpen) list.current?.querySelector('input')?.focus()
  }, [isOpen])
  // Beside a plant nobody waits for the list when it opens; beside all of them it comes when it is wanted.
  const [isWanted, setWanted] = useState(false)
  if ((isOpen || !isOfFleet) && !isWanted) setWanted(true)
  const keys: Shortcut[] = [{ key: 'Escape', text: 'shell.keyboard.close', run: close, inFields: true }]
  // The field of the list cannot take the focus while the list is folded.
  const folded: Shortcut[] = isOfFleet ? [] : [{ key: '/', text: 'shell.keyboard.search', run: open }]
  useShortcuts(isOpen ? keys : folded)
  return (
    <>
      <div className={styles.strip} ref={toggle}>
        <RailToggle isOpen={isOpen} aria-controls={id} onPress={isOpen ? close : open} />
        {!isOfFleet && <StripCounts />}
      </div>
      {isOpen && <div className={styles.veil} aria-hidden="true" onClick={close} />}
      <div ref={list} id={id} className={cx(styles.drawer, isOpen && styles.drawerOpen)} data-ground="menu">
        {isWanted && children}
      </div>
    </>
  )
}

function StripCounts() {
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery(plantCountsQuery(''))
  if (data === undefined || data.total < 2) return null
  return (
    <ul className={styles.counts} aria-label={text('status.chips')}>
      {statuses.map((status) => {
        const count = data.byStatus[status] ?? 0
        if (count === 0) return null
        const words = `${text(`status.name.${status}`)} ${format.count(count)}`
        return (
          <li key={status}>
            <Link to={withQuery(fleetPath(), { status })} aria-label={words} title={words}>
              <StatusDot status={status} size={12} />
              <span>{format.count(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
