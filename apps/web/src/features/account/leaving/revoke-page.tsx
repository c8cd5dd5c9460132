import { useQuery } from '@tanstack/react-query'
import { accountPath } from '../../../address/account-paths.ts'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { CheckRow } from './check-row.tsx'
import styles from './leaving.module.css'
import { cancelQuery } from './leaving-queries.ts'

const losses = ['person', 'plants', 'access', 'shares'] as const

/** The first step of the deletion: what is lost, what stays, and what blocks it. */
export function RevokePage() {
  return (
    <Permitted any={['accountCancel']} fallback={<RefusedPage part right="accountCancel" />}>
      <Revoke />
    </Permitted>
  )
}

function Revoke() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(cancelQuery)
  const open = data?.checks.filter((check) => !check.isOk).length ?? 0
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text('leaving.revoke.title')} answer={text('leaving.revoke.answer')} />
      <Notice tone="fault">{text('error.41')}</Notice>
      <SettingCard title={text('leaving.losses.title')}>
        <div className={settingStyles.settingBody}>
          <ul className={styles.leavingLosses}>
            {losses.map((loss) => (
              <li key={loss}>
                <Icon name="close" size={18} />
                {/* How many plants is not said before it is known. */}
                {data === undefined && loss === 'plants' ? (
                  <Skeleton height={40} />
                ) : (
                  <span>{text(`leaving.losses.${loss}`, { count: data?.plants.length ?? 0 })}</span>
                )}
              </li>
            ))}
            <li className={styles.leavingStays}>
              <Icon name="check" size={18} />
              <span>{text('leaving.losses.stays')}</span>
            </li>
          </ul>
          {data === undefined && <Skeleton width={180} height={20} className={styles.leavingPlants} />}
          {data && data.plants.length > 0 && (
            <details className={styles.leavingPlants}>
              <summary>{text('leaving.plants', { count: data.plants.length })}</summary>
              <ul>
                {data.plants.map((plant) => (
                  <li key={plant.id}>{plant.name}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
        <Permitted any={['accountExport']}>
          <SettingRow icon="download" title={text('leaving.keep.title')} hint={text('leaving.keep.hint')}>
            <ButtonLink size="s" to={accountPath('exportAccount')}>
              {text('leaving.keep.go')}
            </ButtonLink>
          </SettingRow>
        </Permitted>
      </SettingCard>
      {data ? (
        <SettingCard
          title={text('leaving.checks.title')}
          lead={text(open === 0 ? 'leaving.checks.ok' : 'leaving.checks.open', { count: open })}
        >
          {data.checks.map((check) => (
            <CheckRow key={check.check} check={check} />
          ))}
          <div className={cx(settingStyles.settingBody, settingStyles.settingFormActions)}>
            {open > 0 && (
              <Button icon="refresh" onClick={() => void refetch()}>
                {text('leaving.checks.again')}
              </Button>
            )}
            {open === 0 && (
              <ButtonLink kind="danger" to={accountPath('accountRevokeStep')}>
                {text('leaving.revoke.next')}
              </ButtonLink>
            )}
          </div>
        </SettingCard>
      ) : (
        <Card>
          {error ? (
            <ErrorPanel compact failure={error} title={text('leaving.failed')} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={text('shell.loading')}>
              <Skeleton height={180} />
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
