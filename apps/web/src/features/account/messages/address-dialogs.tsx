import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addNtfy, addWebhook, linkTelegram } from '../../../api/message-settings.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'

type Given = Readonly<{ onClose: () => void }>

export function NtfyDialog({ onClose }: Given) {
  const { text } = useText()
  const [server, setServer] = useState('https://ntfy.sh')
  const [topic, setTopic] = useState('')
  const [token, setToken] = useState('')
  return (
    <ActionDialog
      title={text('message-page.s.ntfy.title')}
      confirm={text('message-page.s.add')}
      done={text('message-page.s.added')}
      faults={{ PARAM_ERROR: text('message-page.s.outside.refused') }}
      run={() =>
        addNtfy({ name: `${topic} · ${server.replace(/^https?:\/\//, '')}`.slice(0, 60), server, topic, token })
      }
      onClose={onClose}
    >
      <TextField
        label={text('message-page.s.ntfy.server')}
        value={server}
        onChange={setServer}
        required
        pattern="https?://.+"
      />
      <TextField
        label={text('message-page.s.ntfy.topic')}
        value={topic}
        onChange={setTopic}
        required
        pattern="[\-_A-Za-z0-9]{1,64}"
      />
      <TextField
        label={text('message-page.s.ntfy.token')}
        value={token}
        onChange={setToken}
        optional
        autoComplete="off"
      />
    </ActionDialog>
  )
}

export function WebhookDialog({ onClose }: Given) {
  const { text } = useText()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('https://')
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null)
    return (
      <Dialog open title={text('message-page.s.webhook.title')} onClose={onClose} width={460}>
        <p>{text('message-page.s.webhook.secret')}</p>
        <p style={{ overflowWrap: 'anywhere' }}>
          <code>{secret}</code>
        </p>
        <CopyButton value={secret} label={text('message-page.s.webhook.copy')} />
      </Dialog>
    )
  const add = async (): Promise<'stay'> => {
    setSecret((await addWebhook({ name, url })).secret)
    return 'stay'
  }
  return (
    <ActionDialog
      title={text('message-page.s.webhook.title')}
      confirm={text('message-page.s.add')}
      run={add}
      faults={{ PARAM_ERROR: text('message-page.s.outside.refused') }}
      onClose={onClose}
    >
      <TextField label={text('message-page.s.name')} value={name} onChange={setName} required maxLength={60} />
      <TextField
        label={text('message-page.s.webhook.url')}
        value={url}
        onChange={setUrl}
        required
        type="url"
        pattern="https?://.+"
      />
    </ActionDialog>
  )
}

export function TelegramDialog({ onClose }: Given) {
  const { text } = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['telegram-link'],
    queryFn: linkTelegram,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      title={text('message-page.s.telegram.title')}
      onClose={onClose}
      width={460}
      actions={<Button onClick={onClose}>{text('shell.action.close')}</Button>}
    >
      <p>{text('message-page.s.telegram.text')}</p>
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={24} />)}
      {data && (
        <p>
          <a href={data.link} target="_blank" rel="noreferrer">
            {text('message-page.s.telegram.open')}
          </a>
        </p>
      )}
    </Dialog>
  )
}
