import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { AccountMove } from '../../../api/account-types.ts'
import { clearToken, forgetEverything } from '../../../auth/session.ts'
import { centreNameKeys, chooseCentre } from '../../../data-centre/data-centre.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import styles from './data-centre-page.module.css'

/** A move in progress, or completed. */
export function MoveProgress({ move }: Readonly<{ move: AccountMove }>) {
  const { text } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const centre = text(centreNameKeys[move.centre])
  const percent = Math.floor(move.progress * 100)
  const signIn = async (): Promise<void> => {
    chooseCentre(move.centre)
    clearToken()
    void navigate('/login', { replace: true })
    await forgetEverything(client)
  }
  if (move.state === 'done')
    return (
      <SettingCard title={text('data-centre.done.title')}>
        <div className={styles.moveBody} role="status">
          <Notice tone="ok">{text('data-centre.done.text', { centre })}</Notice>
          <Button kind="primary" onClick={() => void signIn()}>
            {text('data-centre.done.signIn', { centre })}
          </Button>
        </div>
      </SettingCard>
    )
  return (
    <SettingCard title={text('data-centre.running.title', { centre })} lead={text('data-centre.running.lead')}>
      <div className={styles.moveBody}>
        <div
          className={styles.moveBar}
          role="progressbar"
          aria-label={text('data-centre.running.title', { centre })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <p className={styles.moveStep}>
          <span>{text(move.progress < 0.9 ? 'data-centre.running.rows' : 'data-centre.running.finish')}</span>
          <b>{percent} %</b>
        </p>
      </div>
    </SettingCard>
  )
}
