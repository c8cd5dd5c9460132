import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath, plantPath, replacePath } from '../../../address/paths.ts'
import { withdrawClaim } from '../../../api/claims.ts'
import { fetchReplacement, type Replacement, takeBackDevice } from '../../../api/device-place.ts'
import { devicesQuery, loggersQuery } from '../../../api/device-queries.ts'
import { editDevice } from '../../../api/devices.ts'
import { takeBackLogger } from '../../../api/loggers.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { ownLoggersQuery } from '../../../plant/own-equipment.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './logger-page.module.css'
import { ProofStep } from './proof-step.tsx'
import { LoggerRow } from './watch-panel.tsx'

const WATCH_MS = 3_000

const replacementQuery = (plantId: number, deviceId: number) => ({
  queryKey: [...plantKey(plantId), 'replacement', deviceId],
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>) => fetchReplacement(plantId, deviceId, signal),
  refetchInterval: WATCH_MS,
})

/** A new device until its first record, then what that record says of it. */
export function ReplacedDevice({ deviceId }: Readonly<{ deviceId: number }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(replacementQuery(plantId, deviceId))
  const isHeard = data != null && data.heardAtMs !== null
  const plantChanged = usePlantChanged(plantId)
  const [undone, setUndone] = useState<string>()
  useEffect(() => {
    if (isHeard) void plantChanged()
  }, [isHeard, plantChanged])
  if (undone !== undefined) return <Undone name={undone} />
  return (
    <Card title={data?.name ?? text('replace.watch')}>
      {data === undefined && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton height={140} />}
      {data === null && (
        <p role="status">
          <Link to={replacePath(plantId)}>{text('replace.again')}</Link>
        </p>
      )}
      {data && !isHeard && (
        <Notice tone="info" icon="clock" isStatus>
          {text('replace.watch.waits', { serial: data.newSerial })}
        </Notice>
      )}
      {data && isHeard && <Checks deviceId={deviceId} replacement={data} />}
      {data && (
        <div className={styles.loggerFormRow}>
          <Leave />
          {isHeard ? (
            <span className="muted tiny">{text('replace.undo.late')}</span>
          ) : (
            <Undo takeBack={() => takeBackDevice(plantId, deviceId)} onBack={() => setUndone(data.name)} />
          )}
        </div>
      )}
    </Card>
  )
}

const marks = { good: 'check', differs: 'warning', unknown: 'info' } as const

function Checks({ deviceId, replacement }: Readonly<{ deviceId: number; replacement: Replacement }>) {
  const { text } = useText()
  const format = useFormat()
  const { checks, newSerial, heardAtMs } = replacement
  const rating = checks.find(({ check }) => check === 'rating')
  const write = (check: string, value: string | number | null): string => {
    if (value === null) return '--'
    if (typeof value === 'string') return value
    return check === 'counter' ? format.energyWh(value).text : format.powerW(Math.abs(value)).text
  }
  return (
    <>
      <ul className={styles.replaceChecks} aria-live="polite">
        <li>
          <Icon name="check" size={18} />
          <span>
            {text('replace.check.serial', { serial: newSerial })} <Age atMs={heardAtMs} />
          </span>
        </li>
        {checks.map(({ check, result, before, after }) => {
          const key =
            check === 'counter'
              ? (`replace.check.counter.${result === 'unknown' ? 'unknown' : 'good'}` as const)
              : (`replace.check.${check}.${result}` as const)
          const values = { before: write(check, before), after: write(check, after) }
          return (
            <li key={check} data-result={result}>
              <Icon name={marks[result]} size={18} />
              <span>{text(key, values)}</span>
            </li>
          )
        })}
      </ul>
      {rating && rating.result !== 'good' && <Rating deviceId={deviceId} />}
      <p>
        <Link to={deviceDetailPath(deviceId)}>{text('replace.open')}</Link>
      </p>
    </>
  )
}

/** The rating that bounds the counters of the new one. */
function Rating({ deviceId }: Readonly<{ deviceId: number }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const [typed, setTyped] = useState('')
  const ratedW = parseNumber(typed)
  const save = () =>
    run(
      'rating',
      async () => {
        await editDevice(plantId, deviceId, { ratedW })
        await changed()
      },
      text('plant-settings.savedRecounting'),
    )
  return (
    <div className={styles.replaceRating}>
      <TextField
        label={text('plant-settings.device.rating')}
        hint={text('plant-settings.device.rating.hint')}
        unit={text('unit.W')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Button busy={running !== undefined} disabled={!(ratedW > 0)} onClick={() => void save()}>
        {text('shell.action.save')}
      </Button>
    </div>
  )
}

/** A new logger: its proof, its arrival, and the devices that came with it. */
export function ReplacedLogger({ serial }: Readonly<{ serial: string }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const watched = { refetchInterval: WATCH_MS, staleTime: 0 }
  const { data, error, refetch } = useQuery({ ...loggersQuery(plantId), ...watched })
  const behind = useQuery({ ...devicesQuery(plantId), ...watched }).data?.filter((item) => item.loggerSerial === serial)
  const own = useQuery({ ...ownLoggersQuery(plantId), ...watched }).data?.find((item) => item.serial === serial)
  const claim = data?.claims.find((item) => item.serial === serial)
  const logger = data?.loggers.find((item) => item.serial === serial)
  const sinceMs = logger?.replaced?.atMs ?? 0
  const before = claim?.replaces ?? logger?.replaced?.serial
  const [undone, setUndone] = useState<string>()
  const setBack = (): void => setUndone(before ?? serial)
  // The new logger leaves the plant.
  const mayUndo = can('deletePlantDevice')
  if (undone !== undefined) return <Undone name={undone} />
  return (
    <Card title={text('replace.watch')}>
      {!data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={140} />}
      {data && claim && (
        <>
          <Notice tone="info" icon="clock" isStatus>
            {text('replace.watch.proof', { serial, before: claim.replaces ?? '--' })}
          </Notice>
          <ul className={styles.loggerRows} aria-live="polite">
            <ProofStep
              plantId={plantId}
              claim={claim}
              hasLabelCodes={data.hasLabelCodes}
              hidesAddresses={data.hidesAddresses}
            />
          </ul>
        </>
      )}
      {logger && (
        <>
          <ul className={styles.loggerRows} aria-live="polite">
            <LoggerRow row={logger} />
          </ul>
          {behind && behind.length > 0 && (
            <ul className={styles.replaceChecks} aria-label={text('replace.behind')}>
              {behind.map(({ deviceId, name, heardAtMs }) => {
                const isHeard = heardAtMs !== null && heardAtMs > sinceMs
                return (
                  <li key={deviceId} data-result={isHeard ? 'good' : 'unknown'}>
                    <Icon name={isHeard ? 'check' : 'clock'} size={18} />
                    <span>
                      <Link to={deviceDetailPath(deviceId)}>{name}</Link>{' '}
                      {isHeard ? <Age atMs={heardAtMs} /> : text('replace.behind.waits')}
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
      {data && !claim && !logger && <Notice tone="warn">{text('replace.watch.gone', { serial })}</Notice>}
      {data && (
        <div className={styles.loggerFormRow}>
          <Leave />
          {claim && mayUndo && <Undo takeBack={() => withdrawClaim(plantId, serial)} onBack={setBack} />}
          {logger?.replaced && own && mayUndo && (
            <Undo takeBack={() => takeBackLogger(plantId, own.loggerId)} onBack={setBack} />
          )}
        </div>
      )}
    </Card>
  )
}

function Leave() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  return (
    <ButtonLink kind="quiet" to={plantPath('device', { id: plantId })}>
      {text('shell.action.close')}
    </ButtonLink>
  )
}

/** In place of the card: the reload after an undo takes away what its button belonged to. */
function Undone({ name }: Readonly<{ name: string }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  return (
    <Card title={text('devices.replace')}>
      <p role="status">
        {text('replace.undone', { name })} <Link to={replacePath(plantId)}>{text('replace.again')}</Link>
      </p>
      <div className={styles.loggerFormRow}>
        <Leave />
      </div>
    </Card>
  )
}

type UndoProps = Readonly<{ takeBack: () => Promise<unknown>; onBack: () => void }>

function Undo({ takeBack, onBack }: UndoProps) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const undo = async (): Promise<void> => {
    const isDone = await run('undo', takeBack)
    if (isDone) onBack()
    await changed()
  }
  return (
    <Button icon="refresh" busy={running !== undefined} onClick={() => void undo()}>
      {text('replace.undo')}
    </Button>
  )
}
