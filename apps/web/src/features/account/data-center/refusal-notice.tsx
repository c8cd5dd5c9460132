import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { MoveRefusal } from '../../../api/account-types.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './data-center-page.module.css'

const reasons: Readonly<Record<MoveRefusal, TextKey>> = {
  moveRuns: 'data-center.refused.moveRuns',
  lastServerAdministrator: 'data-center.refused.lastServerAdministrator',
  lastOrganizationAdministrator: 'data-center.refused.lastOrganizationAdministrator',
  accountUsed: 'data-center.refused.accountUsed',
  emailUsed: 'data-center.refused.emailUsed',
  phoneUsed: 'data-center.refused.phoneUsed',
  mergeCredentials: 'data-center.refused.mergeCredentials',
  secondFactor: 'data-center.refused.secondFactor',
  loggerUsed: 'data-center.refused.loggerUsed',
  versions: 'data-center.refused.versions',
  cancelled: 'data-center.refused.cancelled',
  changing: 'data-center.refused.changing',
}
/** An account exists there, possibly the user's own. */
const mergeHelps: readonly unknown[] = ['accountUsed', 'emailUsed', 'phoneUsed', 'mergeCredentials']

/** Why a move did not start or failed; everything is unchanged. */
export function RefusalNotice({
  failure,
  fault,
  reason,
  center,
  onAgain,
  onMerge,
}: Readonly<{
  failure?: CallFailure | undefined
  fault?: string | null
  reason?: unknown
  center: string
  onAgain: () => void
  onMerge: () => void
}>) {
  const { text, gap } = useText()
  const textOf = useFailureText()
  const why = failure?.body.detail?.reason ?? reason
  const key = typeof why === 'string' && Object.hasOwn(reasons, why) ? reasons[why as MoveRefusal] : undefined
  const isAway = failure?.code === 'CENTER_UNREACHABLE' || fault === 'CENTER_UNREACHABLE'
  const sentence = key
    ? text(key, { center })
    : isAway
      ? text('data-center.refused.unreachable', { center })
      : failure
        ? textOf(failure)
        : text('data-center.refused.other')
  return (
    <div role="alert">
      <Notice tone="fault">
        <p>
          <b>{text('data-center.refused.title')}</b>
          {gap}
          {sentence}
        </p>
        <p className="muted">{text('data-center.refused.nothing')}</p>
        <div className={styles.moveActions}>
          <Button size="s" icon="refresh" onClick={onAgain}>
            {text('shell.action.retry')}
          </Button>
          {mergeHelps.includes(why) && (
            <Button size="s" kind="primary" onClick={onMerge}>
              {text('data-center.refused.merge')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
