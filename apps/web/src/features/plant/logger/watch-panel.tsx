import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { plantPath } from '../../../address/paths.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import type { Logger } from '../../../api/loggers.ts'
import { isEmpty, isUnusable, UnusableRecords } from '../../../plant/unread-reasons.tsx'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/now.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { foreignTextOf } from './foreign-texts.ts'
import styles from './logger-page.module.css'
import { ProofStep } from './proof-step.tsx'

const WATCH_MS = 3_000
const steps = ['waiting', 'seen', 'data'] as const

/** The progress of each logger, fetched every three seconds while the page is visible. */
export function WatchPanel({ plantId }: Readonly<{ plantId: number }>) {
  const { text, gap } = useText()
  const { data, error, refetch } = useQuery({
    ...loggersQuery(plantId),
    refetchInterval: WATCH_MS,
    staleTime: 0,
  })
  const format = useFormat()
  const nowMs = useNow()
  const peer = data?.foreignPeer
  const peerText = peer ? foreignTextOf(peer.protocol) : undefined
  const arrived = data?.loggers.some((row) => reachedOf(row) === 'data') === true
  const plantChanged = usePlantChanged(plantId)
  useEffect(() => {
    if (arrived) void plantChanged()
  }, [arrived, plantChanged])
  return (
    <Card title={text('logger.watch.title')}>
      {!data && !error && <Skeleton height={92} />}
      {!data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {data && data.loggers.length + data.claims.length === 0 && (
        <EmptyState compact icon="logger" title={text('logger.watch.none')} hint={text('logger.watch.noneHint')} />
      )}
      {peer && peerText && (
        <Notice tone="warn" isStatus>
          {text(peerText)}
          {gap}
          <span className="tiny">
            {text('logger.foreign.from', {
              address: peer.address,
              age: format.age(Math.max(0, nowMs - peer.lastSeenMs)),
            })}
          </span>
        </Notice>
      )}
      {data?.hidesAddresses && data.claims.length > 0 && (
        <Notice tone="warn" isStatus>
          {text('logger.hiddenAddresses')}
        </Notice>
      )}
      <ul className={styles.loggerRows} aria-live="polite">
        {data?.claims.map((claim) => (
          <ProofStep
            key={claim.serial}
            plantId={plantId}
            claim={claim}
            hasLabelCodes={data.hasLabelCodes}
            hidesAddresses={data.hidesAddresses}
          />
        ))}
        {data?.loggers.map((row) => (
          <LoggerRow key={row.serial} row={row} />
        ))}
      </ul>
      {arrived && (
        <ButtonLink className={styles.loggerOpen} kind="primary" wide to={plantPath('data', { id: plantId })}>
          {text('logger.open')}
        </ButtonLink>
      )}
    </Card>
  )
}

const reachedOf = (row: Logger): Logger['state'] => (isEmpty(row) ? 'seen' : row.state)

export function LoggerRow({ row }: Readonly<{ row: Logger }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow()
  const state = reachedOf(row)
  const reached = steps.indexOf(state)
  const facts = [
    row.firmware,
    row.signalPercent === null ? '' : format.percent(row.signalPercent, 0),
    row.deviceCount > 0 ? text('logger.devices', { count: row.deviceCount }) : '',
  ].filter(Boolean)
  return (
    <li className={styles.loggerRow}>
      <div>
        <span className={styles.loggerSerial}>{row.name || row.serial}</span>
        <div className="tiny muted">{text(isUnusable(row) ? 'logger.state.unusable' : `logger.state.${state}`)}</div>
      </div>
      <div className={styles.loggerRowFacts}>
        <div>{facts.join(' · ')}</div>
        {row.lastSeenMs !== null && (
          <div>{text('logger.lastSeen', { age: format.age(Math.max(0, nowMs - row.lastSeenMs)) })}</div>
        )}
      </div>
      {isUnusable(row) && (
        <div className={styles.loggerRowWide}>
          <Notice tone="warn" isStatus>
            <UnusableRecords logger={row} />
          </Notice>
        </div>
      )}
      <ol className={styles.loggerSteps}>
        {steps.map((step, at) => (
          <li
            key={step}
            className={cx(
              styles.loggerStep,
              at <= reached && styles.loggerStepDone,
              at === reached + 1 && styles.loggerStepNext,
            )}
            aria-current={at === reached ? 'step' : undefined}
          >
            <i>
              <Icon name="check" size={14} />
            </i>
            {text(`logger.step.${step}`)}
          </li>
        ))}
      </ol>
    </li>
  )
}
