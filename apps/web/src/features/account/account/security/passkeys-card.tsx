import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { canUsePasskeys, rememberPasskey } from '../../../../auth/passkey.ts'
import { useProof } from '../../../../auth/re-authentication/proof-dialog.tsx'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { passkeysQuery, refreshAccount } from './security-queries.ts'
import { useAgentName } from './use-agent-name.ts'

/** Keys of a device or a password manager, instead of the password. */
export function PasskeysCard() {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const client = useQueryClient()
  const query = useQuery(passkeysQuery)
  const { ask, dialog } = useProof()
  const [adding, setAdding] = useState(false)
  const ago = (seconds: number): string => format.age(nowMs - seconds * 1000)
  const possible = canUsePasskeys()

  const remove = (id: string, name: string): void =>
    ask({
      title: text('security.passkey.remove'),
      lead: text('security.passkey.remove.lead', { name }),
      confirm: text('security.remove'),
      danger: true,
      run: async (proof) => {
        await call('DELETE /user-s/acc/passkey/{id}', { params: { id }, body: { proof } })
        await refreshAccount(client)
        showToast(text('security.passkey.removed'), 'ok')
      },
    })

  return (
    <SettingCard
      id="passkeys"
      title={text('security.passkeys')}
      lead={text(possible ? 'security.passkeys.lead' : 'security.passkeys.https')}
      aside={
        possible && (
          <Button size="s" icon="add" onClick={() => setAdding(true)}>
            {text('security.passkey.add')}
          </Button>
        )
      }
    >
      <ListState query={query} isEmpty={query.data?.data.length === 0} none={text('security.passkeys.none')} />
      <ul className={styles.securityRows}>
        {query.data?.data.map((row) => (
          <li key={row.id}>
            <SettingRow
              icon="key"
              title={row.name}
              hint={[
                text('security.added', { age: ago(row.createdAt) }),
                row.lastUsedAt === null
                  ? text('security.neverUsed')
                  : text('security.used', { age: ago(row.lastUsedAt) }),
                ...(row.host === window.location.hostname ? [] : [row.host]),
              ].join(' · ')}
            >
              <Button
                size="s"
                kind="quiet"
                icon="trash"
                label={text('security.passkey.remove.named', { name: row.name })}
                onClick={() => remove(row.id, row.name)}
              />
            </SettingRow>
          </li>
        ))}
      </ul>
      {dialog}
      <Dialog open={adding} onClose={() => setAdding(false)} title={text('security.passkey.add')} width={440}>
        <AddPasskey onClose={() => setAdding(false)} />
      </Dialog>
    </SettingCard>
  )
}

function AddPasskey({ onClose }: Readonly<{ onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const nameOf = useAgentName()
  const [name, setName] = useState(() => nameOf(navigator.userAgent))
  return (
    <ProvenForm
      lead={text('security.passkey.add.lead')}
      confirm={text('shell.action.next')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      run={async (proof) => {
        const { startRegistration } = await import('@simplewebauthn/browser')
        const { challengeId, options } = await call('POST /user-s/acc/passkey/options', { body: { proof } })
        const response = await startRegistration({
          optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
        })
        await call('POST /user-s/acc/passkey', {
          body: { challengeId, response: response as unknown as Record<string, unknown>, name: name.trim() },
        })
        rememberPasskey()
        await refreshAccount(client)
        showToast(text('security.passkey.added'), 'ok')
      }}
    >
      <TextField
        label={text('security.passkey.name')}
        hint={text('security.passkey.name.hint')}
        inputRef={beginHere}
        maxLength={60}
        value={name}
        onChange={setName}
      />
    </ProvenForm>
  )
}
