import type { DataCenter } from '@heliograph/domain/regions.ts'
import { useState } from 'react'
import type { AccountMove } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { ProvenForm } from '../../../auth/re-authentication/proven-form.tsx'
import { centerNameKeys } from '../../../data-center/data-center.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField, TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from './data-center-page.module.css'

export type MoveWay = 'move' | 'merge'

/**
 * Asks for the options and for re-authentication, and starts. The page shows refusals of the other data center, because
 * it has room for them.
 */
export function MoveDialog({
  to,
  account,
  way: first,
  onClose,
  onBegun,
  onRefused,
}: Readonly<{
  to: DataCenter
  account: string
  way: MoveWay
  onClose: () => void
  onBegun: (move: AccountMove) => void
  onRefused: (failure: CallFailure) => void
}>) {
  const { text } = useText()
  const [way, setWay] = useState<MoveWay>(first)
  const [there, setThere] = useState(account)
  const [password, setPassword] = useState('')
  const center = text(centerNameKeys[to])
  const isReady = way === 'move' || (there.trim() !== '' && password !== '')

  return (
    <Dialog open onClose={onClose} title={text('data-center.move.title', { center })} width={520}>
      <ProvenForm
        confirm={text(way === 'move' ? 'data-center.move.confirm' : 'data-center.merge.confirm')}
        isReady={isReady}
        onClose={onClose}
        run={async (proof) => {
          const mergeInto = way === 'merge' ? { account: there.trim(), password } : undefined
          const body = { center: to, proof, ...(mergeInto ? { mergeInto } : {}) }
          try {
            onBegun(await call('POST /user-s/acc/move', { body }))
          } catch (failure) {
            if (!(failure instanceof CallFailure) || !isAboutCenter(failure.code)) throw failure
            onRefused(failure)
          }
        }}
      >
        <div className={styles.moveWay}>
          <Segmented
            label={text('data-center.way')}
            value={way}
            options={(['move', 'merge'] as const).map((value) => ({ value, label: text(`data-center.way.${value}`) }))}
            onChange={setWay}
          />
        </div>
        <p className="muted">{text(`data-center.way.${way}.hint`, { center })}</p>
        {way === 'merge' && (
          <>
            <TextField
              label={text('data-center.merge.account', { center })}
              value={there}
              onChange={setThere}
              maxLength={200}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              required
            />
            <PasswordField
              label={text('data-center.merge.password')}
              value={password}
              onChange={setPassword}
              maxLength={200}
              autoComplete="off"
              required
            />
          </>
        )}
      </ProvenForm>
    </Dialog>
  )
}

const isAboutCenter = (code: string): boolean => ['MOVE_REFUSED', 'CENTER_UNREACHABLE', 'CENTER_UNKNOWN'].includes(code)
