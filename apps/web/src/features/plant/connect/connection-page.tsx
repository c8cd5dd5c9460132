import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addDevicePath } from '../../../address/paths.ts'
import { readId, useUrlState } from '../../../address/url-state.ts'
import { changeTarget, pauseTarget, readTarget, removeTarget, type Target, targetsQuery } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { NamedNumbersCard, useNamedNumbers } from '../../../plant/numbers/named-numbers-card.tsx'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading, SettingRow } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './connect.module.css'
import { Exchanges } from './exchanges.tsx'
import { LiveValues } from './live-values.tsx'
import { SameDevicesCard } from './same-devices-card.tsx'
import { SignsCard } from './signs-card.tsx'
import { useAbout } from './use-about.ts'
import { useTargetWords } from './use-target-words.ts'
import { placeOf } from './ways.ts'

const EVERY_MS = 5_000

/** One endpoint: what it answers now, its last exchanges, and what is left out. */
export function ConnectionPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const targetId = readId(useUrlState().params, 'target')
  const { data, error, refetch } = useQuery({
    ...targetsQuery(plantId),
    enabled: can('addPlantDevice'),
    refetchInterval: EVERY_MS,
  })
  const target = data?.data.find(({ id }) => id === targetId)
  if (target) return <Connection target={target} onRead={refetch} />
  return (
    <div className="page">
      <Card>
        {!data && can('addPlantDevice') ? (
          <RowsLoading error={error} refetch={refetch} />
        ) : (
          <EmptyState icon="device" title={text('targets.gone')}>
            <ButtonLink to={addDevicePath(plantId, 'network')}>{text('targets.list')}</ButtonLink>
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

function Connection({ target, onRead }: Readonly<{ target: Target; onRead: () => Promise<unknown> }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const { plantId, zone, can } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { tone, sentence } = useTargetWords()(target)
  const { report } = target
  const wordsOf = useAbout()
  const hasNumbers = useNamedNumbers(target.loggerId).length > 0
  const read = () =>
    run('read', async () => {
      await readTarget(plantId, target.id)
      await onRead()
    })
  const pause = () =>
    run('pause', async () => {
      await pauseTarget(plantId, target.id, !target.isPaused)
      await onRead()
    })
  return (
    <div className={cx('page', hasNumbers && cardStyles.besideSettings)}>
      <Card
        title={target.name}
        aside={
          <Button
            size="s"
            icon="refresh"
            disabled={target.isPaused}
            busy={running === 'read'}
            onClick={() => void read()}
          >
            {text('targets.read')}
          </Button>
        }
      >
        <Notice tone={tone === 'ok' ? 'ok' : 'warn'} isStatus>
          {sentence}
        </Notice>
        <p className={styles.targetFacts}>
          <span>{placeOf(target, text)}</span>
          {report && (
            <>
              <span>
                {text('targets.counts', {
                  answered: format.count(report.answered),
                  refused: format.count(report.refused),
                  silent: format.count(report.silent),
                })}
              </span>
              <span>
                {text('targets.connections', {
                  made: format.count(report.connections),
                  failed: format.count(report.failedConnections),
                })}
              </span>
              {report.lastHeardMs !== null && (
                <span>{text('connection.heard', { age: format.age(Date.now() - report.lastHeardMs) })}</span>
              )}
              {report.nextTryMs !== null && !target.isPaused && (
                <span>{text('targets.next', { time: format.momentOfDay(report.nextTryMs, zone) })}</span>
              )}
            </>
          )}
        </p>
      </Card>
      <LiveValues report={report} way={target.way} />
      <NamedNumbersCard loggerId={target.loggerId} />
      <SignsCard serials={serialsOf(target)} />
      <SameDevicesCard />
      {report && report.leftOut.length > 0 && (
        <Card title={text('targets.left')}>
          <ul className={styles.left}>
            {report.leftOut.map(({ about, retryAtMs, code }) => (
              <li key={JSON.stringify(about)}>
                <b>{wordsOf(about)}</b>{' '}
                <span className="muted tiny">
                  {code === null ? text('connection.left.silent') : text('connection.left.refused', { code })}
                  {gap}
                  {text('targets.left.retry', { time: format.timeOfDay(retryAtMs, zone) })}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <RatesCard key={`${target.pollSeconds} ${target.storeSeconds}`} target={target} onChanged={onRead} />
      <Card flush className={styles.ends}>
        <SettingRow icon="clock" title={text('connection.pause')} hint={text('connection.pause.hint')}>
          <Button size="s" busy={running === 'pause'} onClick={() => void pause()}>
            {text(target.isPaused ? 'connection.resume' : 'connection.pause')}
          </Button>
        </SettingRow>
        {can('deletePlantDevice') && (
          <SettingRow icon="trash" title={text('targets.remove')} hint={text('targets.remove.hint')}>
            <Button kind="danger" size="s" onClick={() => setRemoving(true)}>
              {text('targets.remove')}
            </Button>
          </SettingRow>
        )}
      </Card>
      <Exchanges exchanges={report?.exchanges ?? []} />
      {isRemoving && (
        <ActionDialog
          title={text('targets.remove.title', { name: target.name })}
          confirm={text('targets.remove')}
          danger
          run={async () => {
            await removeTarget(plantId, target.id)
            await changed()
            await navigate(addDevicePath(plantId, 'network'))
          }}
          done={text('targets.removed')}
          onClose={() => setRemoving(false)}
        >
          <p>{text('targets.remove.hint')}</p>
        </ActionDialog>
      )}
    </div>
  )
}

/** A device is known by what it says, and before by what was found. */
const serialsOf = ({ devices, report }: Target): readonly string[] =>
  [...devices, ...(report?.live ?? [])].map(({ serial }) => serial)

const polls = [10, 20, 30, 60, 120, 300, 900]
const stores = [10, 30, 60, 120, 300]

/** How often a target is read, and how much of it is stored. */
function RatesCard({ target, onChanged }: Readonly<{ target: Target; onChanged: () => Promise<unknown> }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const { running, run } = useAction()
  const [poll, setPoll] = useState(target.pollSeconds)
  const [store, setStore] = useState(target.storeSeconds)
  const optionsOf = (seconds: readonly number[], own: number) =>
    [...new Set([...seconds, own])]
      .sort((a, b) => a - b)
      .map((value) => ({ value: String(value), label: format.duration(value * 1000) }))
  const isChanged = poll !== target.pollSeconds || store !== target.storeSeconds
  const save = () =>
    run('save', async () => {
      await changeTarget(plantId, target.id, { pollSeconds: poll, storeSeconds: store })
      await onChanged()
    })
  return (
    <Card title={text('targets.rates')}>
      <div className={styles.rates}>
        <SelectField
          label={text('targets.rates.poll')}
          hint={poll < 60 ? text('targets.rates.warning') : undefined}
          value={String(poll)}
          onChange={(value) => setPoll(Number(value))}
          options={optionsOf(polls, target.pollSeconds)}
        />
        <SelectField
          label={text('targets.rates.store')}
          hint={text('targets.rates.store.hint')}
          value={String(store)}
          onChange={(value) => setStore(Number(value))}
          options={optionsOf(stores, target.storeSeconds)}
        />
      </div>
      <div className={styles.addressEnd}>
        <Button kind="primary" disabled={!isChanged} busy={running !== undefined} onClick={() => void save()}>
          {text('shell.action.save')}
        </Button>
      </div>
    </Card>
  )
}
