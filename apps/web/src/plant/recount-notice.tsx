import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { plantKey } from '../api/queries.ts'
import { fetchRecount, requestRecount } from '../api/recounts.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './recount-notice.module.css'

const EVERY_MS = 1_500
const isUnderWay = (state: string | undefined): boolean => state === 'queued' || state === 'running'

export const recountQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'recount'],
    queryFn: ({ signal }) => fetchRecount(plantId, signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? EVERY_MS : false),
  })

/**
 * While the plant's history is recounted: the progress, and that values may still change. It lies over the page like a
 * message, so that nothing moves when it comes and goes, and can be closed.
 */
export function RecountNotice({ plantId, canAsk }: Readonly<{ plantId: number; canAsk: boolean }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data } = useQuery(recountQuery(plantId))
  const state = data?.state
  const seen = useRef(state)
  const kind = state === 'failed' ? 'failed' : isUnderWay(state) ? 'underWay' : undefined
  const [closed, setClosed] = useState<typeof kind>()

  useEffect(() => {
    const wasUnderWay = isUnderWay(seen.current)
    seen.current = state
    if (!isUnderWay(state) && state !== 'failed') setClosed(undefined)
    if (!wasUnderWay || isUnderWay(state)) return
    // Every value of the plant may have changed.
    void client.invalidateQueries({ queryKey: plantKey(plantId) })
    void client.invalidateQueries({ queryKey: ['plants'] })
  }, [state, client, plantId])

  if (data === undefined || kind === undefined || kind === closed) return null
  const close = (
    <Button size="s" kind="quiet" icon="close" label={text('shell.action.close')} onClick={() => setClosed(kind)} />
  )
  if (kind === 'failed')
    return (
      <div className={styles.recountNotice}>
        <Notice
          tone="fault"
          isStatus
          action={
            <>
              {canAsk && (
                <Button
                  size="s"
                  icon="refresh"
                  busy={running !== undefined}
                  onClick={() =>
                    void run('recount', async () => {
                      client.setQueryData(recountQuery(plantId).queryKey, await requestRecount(plantId))
                    })
                  }
                >
                  {text('shell.action.retry')}
                </Button>
              )}
              {close}
            </>
          }
        >
          {text('plant-settings.recount.failed')}
        </Notice>
      </div>
    )
  const percent = data.total > 0 ? Math.floor((100 * data.done) / data.total) : 0
  return (
    <div className={styles.recountNotice}>
      <Notice icon="refresh" action={close}>
        {/* Read out when it begins, not at every percent. */}
        <span role="status">{text('plant-settings.recount.running')}</span>
        {gap}
        <b className={styles.recountNoticeShare}>{format.percent(percent, 0)}</b>
        <progress max={100} value={percent} aria-label={text('plant-settings.recount.running')} />
        <span className={styles.recountNoticeHint}>{text('plant-settings.recount.hint')}</span>
      </Notice>
    </div>
  )
}
