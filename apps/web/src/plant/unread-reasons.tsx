import type { Logger, UnreadRecords } from '../api/loggers.ts'
import { useText } from '../texts/use-text.tsx'

export const countUnread = (unread: readonly UnreadRecords[]): number =>
  unread.reduce((sum, { count }) => sum + count, 0)

/** Records came, and none of them is a reading so far. */
export const isEmpty = ({ state, lastDataMs }: Pick<Logger, 'state' | 'lastDataMs'>): boolean =>
  state === 'data' && lastDataMs === null
export const isUnusable = (logger: Pick<Logger, 'state' | 'lastDataMs' | 'rejected' | 'unread'>): boolean =>
  isEmpty(logger) && logger.rejected + countUnread(logger.unread) > 0

/** Why records could not be read, each reason in a sentence. */
export function UnreadReasons({ unread }: Readonly<{ unread: readonly UnreadRecords[] }>) {
  const { text } = useText()
  return (
    <ul>
      {unread.map(({ reason, kinds, count }) => (
        <li key={reason}>{text(`logger.unread.${reason}`, { count, kinds: kinds.join(', ') || '--' })}</li>
      ))}
    </ul>
  )
}

/** Why the page of a plant stays empty though records of a logger arrive. */
export function UnusableRecords({ logger }: Readonly<{ logger: Pick<Logger, 'rejected' | 'unread'> }>) {
  const { text } = useText()
  const { rejected, unread } = logger
  const count = countUnread(unread)
  return (
    <>
      {rejected > 0 && <p>{text('logger.unusable.rejected', { count: rejected })}</p>}
      {count > 0 && (
        <>
          <p>{text('logger.unusable.undecoded', { count })}</p>
          <UnreadReasons unread={unread} />
        </>
      )}
    </>
  )
}
