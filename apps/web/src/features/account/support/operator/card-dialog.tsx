import { useState } from 'react'
import { addCard } from '../../../../api/applications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'

const kinds = ['plugin', 'insurance'] as const

export function CardDialog({ onSaved, onClose }: Readonly<{ onSaved: () => Promise<unknown>; onClose: () => void }>) {
  const { text } = useText()
  const [kind, setKind] = useState<(typeof kinds)[number]>('plugin')
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [url, setUrl] = useState('https://')
  const [withToken, setWithToken] = useState(false)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text('support.card.secret')}
        width={520}
        actions={<Button onClick={onClose}>{text('shell.action.close')}</Button>}
      >
        <p>{text('support.card.secret.hint')}</p>
        <p>
          <code style={{ overflowWrap: 'anywhere' }}>{secret}</code> <CopyButton value={secret} />
        </p>
      </Dialog>
    )
  return (
    <ActionDialog
      title={text('support.card.new')}
      confirm={text('shell.action.save')}
      done={text('support.card.saved')}
      isReady={title.trim() !== '' && /^https:\/\/[^\s/]+/.test(url)}
      width={520}
      onClose={onClose}
      run={async () => {
        const made = await addCard({ kind, title, body, url, withToken: withToken && kind === 'plugin' })
        await onSaved()
        if (made === null) return
        setSecret(made)
        return 'stay'
      }}
    >
      <SelectField
        label={text('support.kind')}
        value={kind}
        options={kinds.map((item) => ({ value: item, label: text(`support.card.kind.${item}`) }))}
        onChange={setKind}
      />
      <TextField label={text('support.title')} value={title} onChange={setTitle} required maxLength={80} />
      <TextAreaField
        label={text('support.card.body')}
        optional
        value={body}
        onChange={setBody}
        maxLength={600}
        rows={3}
      />
      <TextField label={text('support.card.url')} type="url" value={url} onChange={setUrl} required maxLength={1_000} />
      {kind === 'plugin' && <Checkbox label={text('support.card.token')} checked={withToken} onChange={setWithToken} />}
    </ActionDialog>
  )
}
