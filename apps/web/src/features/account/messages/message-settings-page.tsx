import type { MessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveSettings, setupQuery } from '../../../api/message-settings.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { ErrorPanel } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AddressesCard } from './addresses-card.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { PlantsCard } from './plants-card.tsx'
import { SendingsCard } from './sendings-card.tsx'
import { WhenCard } from './when-card.tsx'

/** Messages to a person: which, where and when. Every choice applies at once. */
export function MessageSettingsPage() {
  return (
    <LaterTexts feature="message-page" waiting={<PageSkeleton />}>
      <MessageSetup />
    </LaterTexts>
  )
}

function MessageSetup() {
  const { text } = useText()
  const client = useQueryClient()
  const { run } = useAction()
  const { data, error, refetch } = useQuery(setupQuery)
  if (!data) return error ? <ErrorPanel failure={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  const choose = (changes: Partial<MessageSettings>): void => {
    // The clock of this browser is the person's; summaries come by it.
    const settings = { ...data.settings, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...changes }
    client.setQueryData(setupQuery.queryKey, { ...data, settings: { ...settings, channels: { ...settings.channels } } })
    void run('save', () => saveSettings(settings)).then((isSaved) => {
      if (!isSaved) void refetch()
    })
  }
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text('account.nav.message')} answer={text('message-page.s.lead')} />
      <ChannelsCard setup={data} choose={choose} />
      <WhenCard settings={data.settings} choose={choose} />
      <AddressesCard setup={data} />
      <PlantsCard plants={data.plants} />
      <SendingsCard />
    </div>
  )
}
