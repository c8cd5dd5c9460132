import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { useAccountFault } from '../../../auth/re-authentication/account-fault.ts'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { useUser } from '../../../auth/session.ts'
import { Avatar } from '../../../shell/avatar.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { showToast } from '../../../ui/toast-store.ts'
import basePageStyles from './base-page.module.css'
import { PhotoDialog } from './photo-dialog.tsx'

/** The user's photo with its name: choose, crop, remove. */
export function PhotoRow() {
  const { text } = useText()
  const faultOf = useAccountFault()
  const client = useQueryClient()
  const user = useUser()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)

  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('POST /user-s/acc/photo', { body: { photo: null } })
      await client.invalidateQueries({ queryKey: userQuery.queryKey })
      await client.invalidateQueries({ queryKey: accountKey })
      showToast(text('account.photo.removed'), 'ok')
    } catch (failure) {
      showToast(faultOf(failure), 'warn')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={basePageStyles.accountPhoto}>
      <Avatar large />
      <div className={basePageStyles.accountPhotoWords}>
        <b>{user.nickname || user.account}</b>
        <p className="muted tiny">{text('account.photo.hint')}</p>
      </div>
      <div className={settingStyles.settingActions}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            setFile(event.target.files?.[0])
            // Allows choosing the same file again.
            event.target.value = ''
          }}
        />
        <Button size="s" icon="camera" onClick={() => input.current?.click()}>
          {text(user.hasPhoto ? 'account.photo.change' : 'account.photo.choose')}
        </Button>
        {user.hasPhoto && (
          <Button size="s" kind="quiet" icon="trash" busy={busy} onClick={() => void remove()}>
            {text('account.photo.remove')}
          </Button>
        )}
      </div>
      <PhotoDialog file={file} onClose={() => setFile(undefined)} />
    </div>
  )
}
