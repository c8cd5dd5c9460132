import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecurityState } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { useProof } from '../../../../auth/re-authentication/proof-dialog.tsx'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { type AuthenticatorSetup, AuthenticatorSetupDialog } from './authenticator-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security-page.module.css'
import { refreshAccount } from './security-queries.ts'

const FEW_CODES = 3

/** The code of an app as the second step after the password. */
export function AuthenticatorCard({ state }: Readonly<{ state: SecurityState }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const client = useQueryClient()
  const { ask, dialog } = useProof()
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { isOn, since, recoveryCodesLeft } = state.authenticator

  const begin = (): void =>
    ask({
      title: text('security.authenticator.setUp'),
      confirm: text('shell.action.next'),
      run: async (proof) => setSetup(await call('POST /user-s/acc/authenticator', { body: { proof } })),
    })
  const renew = (): void =>
    ask({
      title: text('security.recovery.new'),
      lead: text('security.recovery.new.lead'),
      confirm: text('security.recovery.new'),
      run: async (proof) => {
        const reply = await call('POST /user-s/acc/authenticator/recovery-codes', { body: { proof } })
        setCodes(reply.recoveryCodes)
        await refreshAccount(client)
      },
    })
  const turnOff = (): void =>
    ask({
      title: text('security.authenticator.turnOff'),
      lead: text('security.authenticator.turnOff.lead'),
      confirm: text('security.authenticator.turnOff'),
      danger: true,
      run: async (proof) => {
        await call('DELETE /user-s/acc/authenticator', { body: { proof } })
        setCodes(undefined)
        await refreshAccount(client)
        showToast(text('security.authenticator.isOff'), 'ok')
      },
    })

  return (
    <SettingCard
      id="authenticator"
      title={text('security.authenticator')}
      lead={text('security.authenticator.lead')}
      aside={
        !isOn && (
          <Button size="s" kind="primary" onClick={begin}>
            {text('security.authenticator.setUp')}
          </Button>
        )
      }
    >
      {isOn && (
        <>
          <SettingRow
            icon="phone"
            tone="ok"
            title={text('security.authenticator.on')}
            hint={since !== null && text('security.since', { age: format.age(nowMs - since * 1000) })}
          >
            <Button size="s" kind="quiet" onClick={turnOff}>
              {text('security.authenticator.turnOff')}
            </Button>
          </SettingRow>
          <SettingRow
            icon="key"
            tone={recoveryCodesLeft < FEW_CODES ? 'warn' : 'ok'}
            title={text('security.recovery')}
            hint={text('security.recovery.left', { count: recoveryCodesLeft })}
          >
            <Button size="s" onClick={renew}>
              {text('security.recovery.new')}
            </Button>
          </SettingRow>
        </>
      )}
      {codes && (
        <div className={styles.securityPart}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </div>
      )}
      {dialog}
      <AuthenticatorSetupDialog
        setup={setup}
        onClose={() => setSetup(undefined)}
        onDone={async (made) => {
          setCodes(made)
          setSetup(undefined)
          await refreshAccount(client)
          showToast(text('security.authenticator.isOn'), 'ok')
        }}
      />
    </SettingCard>
  )
}
