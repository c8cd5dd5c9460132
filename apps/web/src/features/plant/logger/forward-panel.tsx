import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { FORWARD } from '../../../address/paths.ts'
import {
  type Forward,
  type ForwardableLogger,
  forwardsKey,
  forwardsQuery,
  startForward,
  stopForward,
} from '../../../api/forwards.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './forward-panel.module.css'

const EVERY_MS = 5_000

/** Whether the stream of each logger goes on to a cloud of its maker, and what went there. */
export function ForwardPanel() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery({ ...forwardsQuery(plantId), refetchInterval: EVERY_MS })
  const [asked, setAsked] = useState<ForwardableLogger>()
  const isMeant = useLocation().hash === `#${FORWARD}` && data !== undefined
  useEffect(() => {
    if (isMeant) document.getElementById(FORWARD)?.scrollIntoView({ block: 'start' })
  }, [isMeant])
  // Without a cloud that the operator allows there is nothing to choose, and until that is known nothing to show.
  if (data ? data.clouds.length === 0 && !data.loggers.some(({ forward }) => forward) : !error) return null
  return (
    <Card title={text('logger-forward.title')}>
      <p className="muted tiny" id={FORWARD}>
        {text('logger-forward.lead')}
      </p>
      {!data && (
        <ErrorPanel compact failure={error} title={text('logger-forward.failed')} onRetry={() => void refetch()} />
      )}
      {data?.loggers.length === 0 && <EmptyState compact icon="logger" title={text('logger-forward.none')} />}
      <ul className={styles.forwardRows}>
        {data?.loggers.map((logger) => (
          <ForwardRow
            key={logger.loggerId}
            logger={logger}
            mayStart={data.clouds.length > 0}
            onStart={() => setAsked(logger)}
          />
        ))}
      </ul>
      {asked && data && (
        <StartDialog
          logger={asked}
          clouds={data.clouds.map(({ cloud }) => cloud)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

type RowProps = Readonly<{ logger: ForwardableLogger; mayStart: boolean; onStart: () => void }>

function ForwardRow({ logger, mayStart, onStart }: RowProps) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const stop = async (): Promise<void> => {
    await stopForward(plantId, logger.loggerId)
    await client.invalidateQueries({ queryKey: forwardsKey(plantId) })
  }
  const { forward } = logger
  const name = logger.name || logger.serial
  return (
    <li className={styles.forwardRow}>
      <div className={styles.forwardHead}>
        <div>
          <b>{name}</b>
          {/* Not the whole row: its counters change every few seconds. */}
          <div className="muted tiny" aria-live="polite">
            {forward ? <State forward={forward} /> : text('logger-forward.off')}
          </div>
        </div>
        {can('editPlant') &&
          (forward ? (
            <Button
              size="s"
              busy={running !== undefined}
              onClick={() => void run('stop', stop, text('logger-forward.stopped'))}
            >
              {text('logger-forward.stop')}
            </Button>
          ) : (
            mayStart && (
              <Button size="s" onClick={onStart}>
                {text('logger-forward.start')}
              </Button>
            )
          ))}
      </div>
      {forward?.state === 'away' && (
        <Notice tone="warn" isStatus>
          {text('logger-forward.state.away', { cloud: forward.cloud })}
        </Notice>
      )}
      {forward && <Counts forward={forward} />}
    </li>
  )
}

function State({ forward }: Readonly<{ forward: Forward }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { state, cloud, connectedAtMs } = forward
  if (state === 'connected') {
    const time = format.moment(connectedAtMs ?? forward.startedAtMs, zone)
    return <>{text('logger-forward.state.connected', { cloud, time })}</>
  }
  if (state === 'connecting') return <>{text('logger-forward.state.connecting', { cloud })}</>
  return <>{state === 'away' ? cloud : text('logger-forward.state.waiting')}</>
}

function Counts({ forward }: Readonly<{ forward: Forward }>) {
  const { text } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const { zone } = useCurrentPlant()
  const { startedAtMs, sent, received, missedRecords, lastError } = forward
  const amount = (side: Forward['sent']): string =>
    text('logger-forward.amount', { size: bytes(side.bytes), count: format.count(side.frames) })
  return (
    <Facts
      className={styles.forwardFacts}
      facts={[
        [text('logger-forward.sent'), amount(sent)],
        [text('logger-forward.received'), amount(received)],
        [text('logger-forward.since'), format.moment(startedAtMs, zone)],
        [text('logger-forward.missed'), format.count(missedRecords)],
        ...(lastError === null
          ? []
          : ([
              [
                text('logger-forward.lastError'),
                `${text(`logger-forward.error.${lastError.reason}`)} (${format.moment(lastError.atMs, zone)})`,
              ],
            ] as const)),
      ]}
    />
  )
}

type DialogProps = Readonly<{ logger: ForwardableLogger; clouds: readonly string[]; onClose: () => void }>

function StartDialog({ logger, clouds, onClose }: DialogProps) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const [cloud, setCloud] = useState(clouds[0] ?? '')
  return (
    <ActionDialog
      title={text('logger-forward.start.title', { logger: logger.name || logger.serial })}
      confirm={text('logger-forward.start')}
      done={text('logger-forward.started')}
      isReady={cloud !== ''}
      run={async () => {
        await startForward(plantId, logger.loggerId, cloud)
        await client.invalidateQueries({ queryKey: forwardsKey(plantId) })
      }}
      onClose={onClose}
    >
      <SelectField
        label={text('logger-forward.cloud')}
        hint={text('logger-forward.start.hint')}
        value={cloud}
        onChange={setCloud}
        options={clouds.map((id) => ({ value: id, label: id }))}
      />
    </ActionDialog>
  )
}
