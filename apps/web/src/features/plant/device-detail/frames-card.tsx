import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { type Frame, fetchFrames } from '../../../api/device-frames.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { FrameView } from './frame-view.tsx'
import styles from './frames-card.module.css'

const SIZE = 10

/** The payloads of the last day as they came, as far as the server has them. */
export function FramesCard({ detail }: Readonly<{ detail: DeviceDetail }>) {
  const { text } = useText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const { deviceId } = detail.device
  const { data, error, refetch } = useQuery({
    queryKey: ['device', deviceId, 'frames', page],
    queryFn: ({ signal }) => fetchFrames(deviceId, { page, size: SIZE }, signal),
  })
  const pages = data ? Math.max(1, Math.ceil(data.total / SIZE)) : 1
  return (
    <Card className={styles.frames} title={text('device-place.frames')}>
      {!data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && (
        <>
          <p className="muted tiny">
            {text('device-place.frames.kept', { time: format.moment(data.keptSinceMs, detail.zone) })}
          </p>
          {data.total === 0 && <p>{text('device-place.frames.none')}</p>}
          {data.data.map((frame, index) => (
            <FrameRow
              key={`${frame.receivedAtMs} ${frame.hex.slice(0, 60)}`}
              frame={frame}
              zone={detail.zone}
              isFirst={index === 0}
            />
          ))}
          {pages > 1 && (
            <div className={styles.framesPages}>
              <Button
                size="s"
                icon="chevronLeft"
                label={text('device-place.frames.newer')}
                disabled={page <= 1}
                onClick={() => setPage(page - 1)}
              />
              <span className="tiny">
                {text('device-place.frames.page', { page: format.count(page), pages: format.count(pages) })}
              </span>
              <Button
                size="s"
                icon="chevronRight"
                label={text('device-place.frames.older')}
                disabled={page >= pages}
                onClick={() => setPage(page + 1)}
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function FrameRow({ frame, zone, isFirst }: Readonly<{ frame: Frame; zone: string; isFirst: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(isFirst)
  const facts = [
    frame.kind && text('device-place.frames.kind', { kind: frame.kind }),
    text('device-place.frames.bytes', { count: frame.hex.length / 2 }),
    frame.unread !== null && text('device-place.frames.unread'),
  ]
  return (
    <details className={styles.frame} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{format.exact(frame.atMs ?? frame.receivedAtMs, zone)}</b>
        <span className="muted tiny">{facts.filter(Boolean).join(' · ')}</span>
      </summary>
      {isOpen && <FrameView frame={frame} />}
    </details>
  )
}
