import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeWebhook, resumeWebhook, testWebhook, type Webhook, webhooksQuery } from '../../../../api/webhooks.ts'
import { LaterTexts } from '../../../../texts/later-texts.tsx'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { useTryWords } from '../../../../texts/use-try-words.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { WebhookForm } from './webhook-form.tsx'

/** Programs of the user that receive what chosen plants measured; the words of tries are those of messages. */
export const WebhooksCard = () => (
  <LaterTexts feature="message-page" waiting={null}>
    <Webhooks />
  </LaterTexts>
)

function Webhooks() {
  const { text } = useText()
  const query = useQuery(webhooksQuery)
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <SettingCard
      id="webhooks"
      title={text('webhooks.title')}
      lead={text('webhooks.lead')}
      aside={
        <Button size="s" icon="add" onClick={() => setAdding(true)}>
          {text('webhooks.add')}
        </Button>
      }
    >
      {secret && (
        <div className={cx(styles.securityPart, styles.once)} role="status">
          <Notice tone="warn">{text('message-page.s.webhook.secret')}</Notice>
          <div className={styles.onceBox}>
            <code className={styles.onceValue} data-testid="webhook-secret">
              {secret}
            </code>
            <CopyButton value={secret} label={text('message-page.s.webhook.copy')} />
          </div>
          <div className={styles.onceActions}>
            <Button size="s" kind="primary" onClick={() => setSecret(undefined)}>
              {text('security.once.done')}
            </Button>
          </div>
        </div>
      )}
      <ListState query={query} isEmpty={query.data?.data.length === 0} none={text('webhooks.none')} />
      <ul className={styles.securityRows}>
        {query.data?.data.map((webhook) => (
          <li key={webhook.id}>
            <WebhookRow webhook={webhook} />
          </li>
        ))}
      </ul>
      <Dialog open={adding} onClose={() => setAdding(false)} title={text('webhooks.add')} width={460}>
        <WebhookForm onClose={() => setAdding(false)} onMade={setSecret} />
      </Dialog>
    </SettingCard>
  )
}

function WebhookRow({ webhook }: Readonly<{ webhook: Webhook }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const wordsFor = useTryWords()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [tested, setTested] = useState<string>()
  const { id, name, host, parts, plants, pausedAtMs } = webhook
  const act = (action: string, work: () => Promise<unknown>) =>
    void run(action, async () => {
      await work()
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    })
  const test = async (): Promise<void> => {
    const { arrived, ...why } = await testWebhook(id)
    setTested(text(arrived ? 'webhooks.test.arrived' : 'webhooks.test.failed', { reason: wordsFor(why) }))
  }
  const isWell = webhook.lastFailure === null && pausedAtMs === null
  return (
    <SettingRow
      icon={isWell ? 'check' : 'warning'}
      tone={isWell ? 'ok' : 'warn'}
      title={name}
      long
      hint={
        <>
          {[
            host,
            parts.map((part) => text(`webhooks.part.${part}`)).join(', '),
            plants.map((plant) => plant.name).join(', '),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
          <br />
          <State webhook={webhook} nowMs={nowMs} />
          {tested && (
            <span role="status">
              <br />
              {tested}
            </span>
          )}
          {plants
            .filter(({ dropped }) => dropped > 0)
            .map((plant) => (
              <span key={plant.plantId}>
                <br />
                {text('webhooks.dropped', { name: plant.name, count: plant.dropped })}
                {plant.droppedAtMs !== null && ` (${format.age(Math.max(0, nowMs - plant.droppedAtMs))})`}
              </span>
            ))}
        </>
      }
    >
      {pausedAtMs !== null && (
        <Button size="s" busy={running === 'resume'} onClick={() => act('resume', () => resumeWebhook(id))}>
          {text('message-page.s.resume')}
        </Button>
      )}
      <Button size="s" busy={running === 'test'} onClick={() => void run('test', test)}>
        {text('message-page.s.test')}
      </Button>
      <Button
        size="s"
        icon="trash"
        label={text('message-page.s.remove', { name })}
        busy={running === 'remove'}
        onClick={() => act('remove', () => removeWebhook(id))}
      />
    </SettingRow>
  )
}

/** The last delivery in words. */
function State({ webhook, nowMs }: Readonly<{ webhook: Webhook; nowMs: number }>) {
  const { text } = useText()
  const format = useFormat()
  const wordsFor = useTryWords()
  const { lastFailure, pausedAtMs, nextTryAtMs, lastSentAtMs } = webhook
  const reason = lastFailure === null ? '' : wordsFor(lastFailure)
  if (pausedAtMs !== null) return text('webhooks.paused', { reason })
  if (lastFailure !== null && nextTryAtMs !== null) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
    return text('webhooks.retry', { reason, at: format.moment(nextTryAtMs, zone) })
  }
  if (lastSentAtMs === null) return text('message-page.s.never')
  return text('webhooks.last', { age: format.age(Math.max(0, nowMs - lastSentAtMs)) })
}
