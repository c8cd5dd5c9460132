import { type MessageChannel, messageChannels } from '@heliograph/domain/messages/message-kinds.ts'
import {
  type AlarmThreshold,
  alarmThresholds,
  type ChannelSettings,
  type MessageSettings,
} from '@heliograph/domain/messages/message-settings.ts'
import type { MessageSetup } from '../../../api/message-settings.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Checkbox, SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './message-settings.module.css'

type Choose = (changes: Partial<MessageSettings>) => void

/** One row per channel that leads somewhere: from which level on, and which other news. */
export function ChannelsCard({ setup, choose }: Readonly<{ setup: MessageSetup; choose: Choose }>) {
  const { text } = useText()
  const { settings, addresses, offers } = setup
  const used = messageChannels.filter(
    (channel) => addresses.some((address) => address.channel === channel) && (channel !== 'sms' || offers.sms),
  )
  const chooseChannel = (channel: MessageChannel, one: ChannelSettings): void =>
    choose({ channels: { ...settings.channels, [channel]: one } })
  return (
    <SettingCard title={text('message-page.s.what')} lead={text('message-page.s.what.lead')}>
      <ChannelRow name="inApp" value={settings.inApp} onChange={(inApp) => choose({ inApp })} />
      {used.map((channel) => (
        <ChannelRow
          key={channel}
          name={channel}
          value={settings.channels[channel]}
          onChange={(item) => chooseChannel(channel, item)}
        />
      ))}
      {!used.includes('email') && <Notice tone="neutral">{text('message-page.s.noEmail')}</Notice>}
      {used.includes('email') && !offers.email && <Notice tone="warn">{text('message-page.s.noMail')}</Notice>}
      <div className={styles.messageChecks}>
        <Checkbox
          label={text('message-page.s.recovery')}
          checked={settings.recovery}
          onChange={(recovery) => choose({ recovery })}
        />
        <Checkbox
          label={text('message-page.s.escalation')}
          checked={settings.escalation}
          onChange={(escalation) => choose({ escalation })}
        />
      </div>
    </SettingCard>
  )
}

export function useThresholds() {
  const { text } = useText()
  return alarmThresholds.map((threshold) => ({
    value: String(threshold),
    label: text(`message-page.s.alarms.${threshold}`),
  }))
}
export const toThreshold = (value: string): AlarmThreshold => (value === 'off' ? 'off' : (Number(value) as 0 | 1 | 2))

function ChannelRow({
  name,
  value,
  onChange,
}: Readonly<{ name: MessageChannel | 'inApp'; value: ChannelSettings; onChange: (value: ChannelSettings) => void }>) {
  const { text } = useText()
  const thresholds = useThresholds()
  const channel = text(`message-page.s.channel.${name}`)
  return (
    <SettingRow title={channel} className={styles.messageChannel}>
      <div className={styles.messageChannelFields}>
        <SelectField
          label={text('message-page.s.alarms', { channel })}
          value={String(value.alarms)}
          options={thresholds}
          onChange={(alarms) => onChange({ ...value, alarms: toThreshold(alarms) })}
        />
        <Checkbox
          label={text('message-page.s.sharing')}
          checked={value.sharing}
          onChange={(sharing) => onChange({ ...value, sharing })}
        />
        <Checkbox
          label={text('message-page.s.system')}
          checked={value.system}
          onChange={(system) => onChange({ ...value, system })}
        />
      </div>
    </SettingRow>
  )
}
