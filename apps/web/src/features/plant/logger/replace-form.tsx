import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { plantPath, plantSettingsPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { isDeviceSerial, replaceDevice } from '../../../api/device-place.ts'
import type { OwnDevice } from '../../../api/devices.ts'
import { CallFailure } from '../../../api/failure.ts'
import { type OwnLogger, type Registered, replaceLogger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './logger-page.module.css'
import { readAnySerialOfCode, readSerialOfCode } from './read-serials.ts'
import { ScanDialog } from './scan-dialog.tsx'

/** Something with a label that can be replaced. */
export type Replaceable = Readonly<{
  key: string
  name: string
  serial: string
  /** Beside its number in the list: that it was removed. */
  mark?: string | undefined
}> &
  (Readonly<{ device: OwnDevice; logger?: never }> | Readonly<{ logger: OwnLogger; device?: never }>)

/** The old one, the new one, and beforehand the consequences. */
export function ReplaceForm({ items }: Readonly<{ items: readonly Replaceable[] }>) {
  const { text, gap } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const { params, change } = useUrlState()
  const plantChanged = usePlantChanged(plantId)
  const [scans, setScans] = useState<'old' | 'new'>()
  const [unknown, setUnknown] = useState<string>()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [refused, setRefused] = useState<Registered>()
  const [busy, setBusy] = useState(false)
  const asked = params.get('old')
  const old = items.find(({ serial }) => serial === asked)
  const missed = unknown ?? (asked && !old ? asked : undefined)
  const serial = typed.trim()
  const isSame = serial !== '' && serial === old?.serial
  const find = (found: string): void => {
    const item = items.find((known) => known.serial.toLowerCase() === found.toLowerCase())
    setUnknown(item ? undefined : found)
    if (item) change({ old: item.serial }, { replace: true })
  }
  const type = (next: string): void => {
    setTyped(next)
    setFault(undefined)
    setRefused(undefined)
  }
  const faults: Readonly<Record<string, string>> = {
    OPTIMIZER_NOT_IN_PLANT: text('device-place.replace.gone'),
    OPTIMIZER_IN_PLANT: text('device-place.replace.here'),
    OPTIMIZER_ELSEWHERE: text('device-place.replace.elsewhere'),
    OPTIMIZER_SAME_SERIAL: text('device-place.replace.same'),
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (old === undefined || busy) return
    if (!isDeviceSerial(serial)) return setFault(text('device-place.serial.hint'))
    setBusy(true)
    setFault(undefined)
    try {
      if (old.device) {
        await replaceDevice(plantId, old.serial, serial)
        await plantChanged()
        change({ old: null, device: old.device.deviceId })
      } else {
        const answer = await replaceLogger(plantId, old.logger.loggerId, serial.slice(0, 20))
        await plantChanged()
        if (answer.result === 'INVALID' || answer.result === 'NOT_IN_REGION' || answer.result === 'ELSEWHERE')
          setRefused(answer)
        else change({ old: null, logger: serial })
      }
    } catch (failure) {
      setFault((failure instanceof CallFailure && faults[failure.code]) || textOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.loggerForm} noValidate onSubmit={(event) => void submit(event)}>
      <Combobox
        label={text('replace.old')}
        hint={text('replace.old.hint')}
        error={missed === undefined ? undefined : text('replace.old.unknown', { serial: missed })}
        value={old?.key ?? ''}
        onChange={(key) => {
          setUnknown(undefined)
          change({ old: items.find((item) => item.key === key)?.serial ?? null }, { replace: true })
        }}
        options={items.map((item) => ({
          value: item.key,
          label: item.name,
          note: [item.serial, item.mark].filter(Boolean).join(' · '),
        }))}
      />
      <div>
        <Button icon="camera" size="s" onClick={() => setScans('old')}>
          {text('replace.old.scan')}
        </Button>
      </div>
      {old && (
        <>
          <TextField
            label={text('replace.new')}
            hint={text(old.logger ? 'logger.result.INVALID.hint' : 'device-place.serial.hint')}
            error={isSame ? text('device-place.replace.same') : fault}
            value={typed}
            onChange={type}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
          <div>
            <Button icon="camera" size="s" onClick={() => setScans('new')}>
              {text('replace.new.scan')}
            </Button>
          </div>
          <Notice tone="info" icon="info">
            <b>{text('replace.before')}</b>
            <ul className={styles.replaceBefore}>
              <li>{text('replace.before.history', { name: old.name })}</li>
              <li>{text(old.logger ? 'replace.before.logger' : 'replace.before.device')}</li>
              <li>{text(old.logger ? 'replace.before.undo.logger' : 'replace.before.undo.device')}</li>
            </ul>
          </Notice>
          {refused && (
            <Notice tone="warn" isStatus>
              {refused.result === 'INVALID' && text('logger.result.INVALID.hint')}
              {refused.result === 'NOT_IN_REGION' && text('error.59')}
              {refused.plant && (
                <>
                  {text('logger.result.ELSEWHERE.hint')}
                  {gap}
                  <Link to={plantSettingsPath(refused.plant.id, 'devices')}>{refused.plant.name}</Link>
                </>
              )}
            </Notice>
          )}
        </>
      )}
      <div className={styles.loggerFormRow}>
        <ButtonLink kind="quiet" to={plantPath('device', { id: plantId })}>
          {text('shell.action.cancel')}
        </ButtonLink>
        <Button
          type="submit"
          kind="primary"
          icon="swap"
          busy={busy}
          disabled={old === undefined || serial === '' || isSame}
        >
          {text('device-place.replace.confirm')}
        </Button>
      </div>
      {scans && (
        <ScanDialog
          read={scans === 'old' || old?.device ? readAnySerialOfCode : readSerialOfCode}
          onClose={() => setScans(undefined)}
          onFound={([found]) => {
            if (found !== undefined) scans === 'old' ? find(found) : type(found)
          }}
        />
      )}
    </form>
  )
}
