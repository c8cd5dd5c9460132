import {
  type DailyPromise,
  digests,
  groupingWindows,
  type MessageSettings,
  promiseChannels,
} from '@heliograph/domain/messages/message-settings.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './message-settings.module.css'

type Quiet = NonNullable<MessageSettings['quiet']>
const night: Quiet = { fromMinute: 22 * 60, toMinute: 7 * 60, faultsPass: false }

const morning: DailyPromise = { minute: 8 * 60, channel: 'email' }

const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const toMinute = (clock: string): number | undefined => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(clock) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

export function WhenCard({
  settings,
  choose,
}: Readonly<{ settings: MessageSettings; choose: (changes: Partial<MessageSettings>) => void }>) {
  const { text } = useText()
  const { quiet, groupMinutes, digest, promise } = settings
  const choosePromise = (changes: Partial<DailyPromise>): void =>
    choose({ promise: { ...morning, ...promise, ...changes } })
  const chooseQuiet = (changes: Partial<Quiet>): void => {
    const next = { ...night, ...quiet, ...changes }
    if (next.fromMinute !== next.toMinute) choose({ quiet: next })
  }
  return (
    <SettingCard title={text('message-page.s.when')}>
      <SettingRow title={text('message-page.s.group')} hint={text('message-page.s.group.hint')} control>
        <SelectField
          label={text('message-page.s.group')}
          value={String(groupMinutes)}
          options={groupingWindows.map((minutes) => ({
            value: String(minutes),
            label: text('message-page.s.group.value', { minutes }),
          }))}
          onChange={(value) =>
            choose({ groupMinutes: groupingWindows.find((window) => String(window) === value) ?? 5 })
          }
        />
      </SettingRow>
      <SettingRow title={text('message-page.s.digest')} hint={text('message-page.s.digest.hint')} control>
        <SelectField
          label={text('message-page.s.digest')}
          value={digest}
          options={digests.map((value) => ({ value, label: text(`message-page.s.digest.${value}`) }))}
          onChange={(value) => choose({ digest: value })}
        />
      </SettingRow>
      <SettingRow title={text('message-page.s.promise')} hint={text('message-page.s.promise.hint')}>
        <Checkbox
          label={text('message-page.s.promise.on')}
          checked={promise !== null}
          onChange={(on) => choose({ promise: on ? morning : null })}
        />
      </SettingRow>
      {promise !== null && (
        <div className={styles.messageQuiet}>
          <TextField
            type="time"
            label={text('message-page.s.promise.at')}
            value={toClock(promise.minute)}
            onChange={(value) => choosePromise({ minute: toMinute(value) ?? promise.minute })}
          />
          <SelectField
            label={text('message-page.s.promise.by')}
            value={promise.channel}
            options={promiseChannels.map((value) => ({ value, label: text(`message-page.s.channel.${value}`) }))}
            onChange={(channel) => choosePromise({ channel })}
          />
        </div>
      )}
      <SettingRow title={text('message-page.s.quiet')} hint={text('message-page.s.quiet.hint')}>
        <Checkbox
          label={text('message-page.s.quiet.on')}
          checked={quiet !== null}
          onChange={(on) => choose({ quiet: on ? night : null })}
        />
      </SettingRow>
      {quiet !== null && (
        <div className={styles.messageQuiet}>
          <TextField
            type="time"
            label={text('message-page.s.quiet.from')}
            value={toClock(quiet.fromMinute)}
            onChange={(value) => chooseQuiet({ fromMinute: toMinute(value) ?? quiet.fromMinute })}
          />
          <TextField
            type="time"
            label={text('message-page.s.quiet.to')}
            value={toClock(quiet.toMinute)}
            onChange={(value) => chooseQuiet({ toMinute: toMinute(value) ?? quiet.toMinute })}
          />
          <Checkbox
            label={text('message-page.s.quiet.faults')}
            checked={quiet.faultsPass}
            onChange={(faultsPass) => chooseQuiet({ faultsPass })}
          />
        </div>
      )}
    </SettingCard>
  )
}
