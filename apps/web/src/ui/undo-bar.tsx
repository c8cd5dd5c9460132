import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { undoSaved } from '../api/undo.ts'
import { endOffer, undoOffers } from '../api/undo-offers.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { showToast } from './toast-store.ts'
import { useAction } from './use-action.ts'

const SHOWN_MS = MINUTE_MS / 2
/** Enough to see it go. */
const LEAST_MS = MINUTE_MS / 60

/** "Saved. Undo": for thirty seconds, which do not pass while the pointer or the focus is on it. */
export function UndoBar() {
  const { text } = useText()
  const offer = useSyncExternalStore(undoOffers.subscribe, undoOffers.current)
  const client = useQueryClient()
  const { running, run } = useAction()
  const [isHeld, setHeld] = useState(false)
  const leftMs = useRef(SHOWN_MS)
  const entryId = offer?.entryId
  useEffect(() => {
    leftMs.current = SHOWN_MS
    if (entryId === undefined) setHeld(false)
  }, [entryId])
  useEffect(() => {
    if (entryId === undefined || isHeld) return undefined
    const fromMs = Date.now()
    const timer = setTimeout(endOffer, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(LEAST_MS, leftMs.current - (Date.now() - fromMs))
    }
  }, [entryId, isHeld])
  const undo = async (): Promise<void> => {
    if (entryId === undefined) return
    const isDone = await run('undo', () => undoSaved(entryId))
    endOffer()
    await client.invalidateQueries()
    if (isDone) showToast(text('shell.undone'), 'ok')
  }
  return (
    <div role="status" aria-live="polite">
      {offer && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is here
        <div
          className={styles.undoBar}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Icon name="check" size={19} />
          <span>{offer.text ?? text('shell.saved')}</span>
          <Button size="s" busy={running !== undefined} onClick={() => void undo()}>
            {text('shell.undo')}
          </Button>
          <Button size="s" kind="quiet" icon="close" label={text('shell.action.close')} onClick={endOffer} />
        </div>
      )}
    </div>
  )
}
