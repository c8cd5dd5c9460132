import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { MoveRefusal } from '../../../api/account-types.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './data-centre-page.module.css'

const reasons: Readonly<Record<MoveRefusal, TextKey>> = {
  moveRuns: 'data-centre.refused.moveRuns',
  lastServerAdministrator: 'data-centre.refused.lastServerAdministrator',
  lastOrganisationAdministrator: 'data-centre.refused.lastOrganisationAdministrator',
  accountUsed: 'data-centre.refused.accountUsed',
  emailUsed: 'data-centre.refused.emailUsed',
  phoneUsed: 'data-centre.refused.phoneUsed',
  mergeCredentials: 'data-centre.refused.mergeCredentials',
  secondFactor: 'data-centre.refused.secondFactor',
  loggerUsed: 'data-centre.refused.loggerUsed',
  versions: 'data-centre.refused.versions',
  cancelled: 'data-centre.refused.cancelled',
  changing: 'data-centre.refused.changing',
}
/** An account exists there, possibly the user's own. */
const mergeHelps: readonly unknown[] = ['accountUsed', 'emailUsed', 'phoneUsed', 'mergeCredentials']

/** Why a move did not start or failed; everything is unchanged. */
export function RefusalNotice({
  failure,
  fault,
  reason,
  centre,
  onAgain,
  onMerge,
}: Readonly<{
  failure?: CallFailure | undefined
  fault?: string | null
  reason?: unknown
  centre: string
  onAgain: () => void
  onMerge: () => void
}>) {
  const { text, gap } = useText()
  const textOf = useFailureText()
  const why = failure?.body.detail?.reason ?? reason
  const key = typeof why === 'string' && Object.hasOwn(reasons, why) ? reasons[why as MoveRefusal] : undefined
  const isAway = failure?.code === 'CENTRE_UNREACHABLE' || fault === 'CENTRE_UNREACHABLE'
  const sentence = key
    ? text(key, { centre })
    : isAway
      ? text('data-centre.refused.unreachable', { centre })
      : failure
        ? textOf(failure)
        : text('data-centre.refused.other')
  return (
    <div role="alert">
      <Notice tone="fault">
        <p>
          <b>{text('data-centre.refused.title')}</b>
          {gap}
          {sentence}
        </p>
        <p className="muted">{text('data-centre.refused.nothing')}</p>
        <div className={styles.moveActions}>
          <Button size="s" icon="refresh" onClick={onAgain}>
            {text('shell.action.retry')}
          </Button>
          {mergeHelps.includes(why) && (
            <Button size="s" kind="primary" onClick={onMerge}>
              {text('data-centre.refused.merge')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
