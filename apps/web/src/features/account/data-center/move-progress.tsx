import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { AccountMove } from '../../../api/account-types.ts'
import { clearToken, forgetEverything } from '../../../auth/session.ts'
import { centerNameKeys, chooseCenter } from '../../../data-center/data-center.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import styles from './data-center-page.module.css'

/** A move in progress, or completed. */
export function MoveProgress({ move }: Readonly<{ move: AccountMove }>) {
  const { text } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const center = text(centerNameKeys[move.center])
  const percent = Math.floor(move.progress * 100)
  const signIn = async (): Promise<void> => {
    chooseCenter(move.center)
    clearToken()
    void navigate('/login', { replace: true })
    await forgetEverything(client)
  }
  if (move.state === 'done')
    return (
      <SettingCard title={text('data-center.done.title')}>
        <div className={styles.moveBody} role="status">
          <Notice tone="ok">{text('data-center.done.text', { center })}</Notice>
          <Button kind="primary" onClick={() => void signIn()}>
            {text('data-center.done.signIn', { center })}
          </Button>
        </div>
      </SettingCard>
    )
  return (
    <SettingCard title={text('data-center.running.title', { center })} lead={text('data-center.running.lead')}>
      <div className={styles.moveBody}>
        <div
          className={styles.moveBar}
          role="progressbar"
          aria-label={text('data-center.running.title', { center })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <p className={styles.moveStep}>
          <span>{text(move.progress < 0.9 ? 'data-center.running.rows' : 'data-center.running.finish')}</span>
          <b>{percent} %</b>
        </p>
      </div>
    </SettingCard>
  )
}
