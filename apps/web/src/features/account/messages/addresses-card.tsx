import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type MessageAddress,
  type MessageSetup,
  removeAddress,
  resumeAddress,
  setupQuery,
  testAddress,
} from '../../../api/message-settings.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { useTryWords } from '../../../texts/use-try-words.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { NtfyDialog, TelegramDialog, WebhookDialog } from './address-dialogs.tsx'
import styles from './message-settings.module.css'
import { subscribeBrowser } from './subscribe-browser.ts'

/** Where messages go: the contacts of the account, browsers, chats and programs. */
export function AddressesCard({ setup }: Readonly<{ setup: MessageSetup }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [adding, setAdding] = useState<'ntfy' | 'telegram' | 'webhook'>()
  const refresh = () => client.invalidateQueries({ queryKey: setupQuery.queryKey })
  const addBrowser = () =>
    run('push', async () => {
      const outcome = await subscribeBrowser(setup.offers.pushKey)
      if (outcome === 'added') await refresh()
      else showToast(text(`message-page.s.push.${outcome}`), 'warn')
    })
  const close = (): void => {
    setAdding(undefined)
    void refresh()
  }
  return (
    <SettingCard title={text('message-page.s.where')} lead={text('message-page.s.where.lead')} id="addresses">
      {setup.addresses.map((address) => (
        <AddressRow key={address.id} address={address} refresh={refresh} />
      ))}
      <div className={styles.messageAdding}>
        <Button size="s" icon="add" busy={running === 'push'} onClick={() => void addBrowser()}>
          {text('message-page.s.add.push')}
        </Button>
        <Button size="s" icon="add" onClick={() => setAdding('ntfy')}>
          {text('message-page.s.add.ntfy')}
        </Button>
        {setup.offers.telegramBot !== null && (
          <Button size="s" icon="add" onClick={() => setAdding('telegram')}>
            {text('message-page.s.add.telegram')}
          </Button>
        )}
        <Button size="s" icon="add" onClick={() => setAdding('webhook')}>
          {text('message-page.s.add.webhook')}
        </Button>
      </div>
      {adding === 'ntfy' && <NtfyDialog onClose={close} />}
      {adding === 'webhook' && <WebhookDialog onClose={close} />}
      {adding === 'telegram' && <TelegramDialog onClose={close} />}
    </SettingCard>
  )
}

function AddressRow({ address, refresh }: Readonly<{ address: MessageAddress; refresh: () => Promise<void> }>) {
  const { text } = useText()
  const format = useFormat()
  const now = useNow()
  const { running, run } = useAction()
  const wordsFor = useTryWords()
  const { id, channel, name, pausedAtMs, pauseReason, lastSentAtMs } = address
  const channelName = text(`message-page.s.channel.${channel}`)
  const state =
    pausedAtMs !== null
      ? text('message-page.s.paused', { reason: pauseReason === null ? '' : wordsFor(pauseReason) })
      : lastSentAtMs === null
        ? text('message-page.s.never')
        : text('message-page.s.last', { age: format.age(now - lastSentAtMs) })
  const act = (action: string, work: () => Promise<unknown>, done?: string) =>
    void run(
      action,
      async () => {
        await work()
        await refresh()
      },
      done,
    )
  const isContact = channel === 'email' || channel === 'sms'
  return (
    <SettingRow
      icon={pausedAtMs === null ? 'check' : 'warning'}
      tone={pausedAtMs === null ? 'ok' : 'warn'}
      title={name}
      hint={`${channelName} · ${state}`}
    >
      {pausedAtMs !== null && (
        <Button size="s" busy={running === 'resume'} onClick={() => act('resume', () => resumeAddress(id))}>
          {text('message-page.s.resume')}
        </Button>
      )}
      <Button
        size="s"
        busy={running === 'test'}
        onClick={() => act('test', () => testAddress(id), text('message-page.s.test.done'))}
      >
        {text('message-page.s.test')}
      </Button>
      {!isContact && (
        <Button
          size="s"
          icon="trash"
          label={text('message-page.s.remove', { name })}
          busy={running === 'remove'}
          onClick={() => act('remove', () => removeAddress(id))}
        />
      )}
    </SettingRow>
  )
}
