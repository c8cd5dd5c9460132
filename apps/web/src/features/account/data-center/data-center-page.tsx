import type { DataCenter } from '@heliograph/domain/regions.ts'
import { useState } from 'react'
import type { CallFailure } from '../../../api/failure.ts'
import { useUser } from '../../../auth/session.ts'
import { centerNameKeys, centerTitleKeys, useCenterMismatch, useCenters } from '../../../data-center/data-center.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { Pill } from '../../../ui/status.tsx'
import styles from './data-center-page.module.css'
import { MoveDialog, type MoveWay } from './move-dialog.tsx'
import { MoveProgress } from './move-progress.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { useAccountMove } from './use-account-move.ts'

const goes = ['plants', 'rights', 'account', 'loggers'] as const
const stays = ['organizations', 'shared', 'tokens'] as const

/** Data that moves with the account and data that stays. */
function MovesAlong() {
  const { text } = useText()
  return (
    <ul className={styles.movesAlong}>
      {goes.map((goe) => (
        <li key={goe}>
          <Icon name="check" size={17} />
          <span>{text(`data-center.goes.${goe}`)}</span>
        </li>
      ))}
      {stays.map((stay) => (
        <li key={stay} className={styles.movesNot}>
          <Icon name="close" size={17} />
          <span>{text(`data-center.stays.${stay}`)}</span>
        </li>
      ))}
    </ul>
  )
}

type Wish = Readonly<{ to: DataCenter; way: MoveWay }>

/** The account's data center, and the way to another one. */
export function DataCenterPage() {
  const { text } = useText()
  const user = useUser()
  const isMismatch = useCenterMismatch()
  const centers = useCenters()
  const moving = useAccountMove()
  const [wish, setWish] = useState<Wish>()
  const [refused, setRefused] = useState<Readonly<{ failure: CallFailure; to: DataCenter }>>()
  const nameOf = (center: DataCenter): string => text(centerNameKeys[center])
  const failure = centers.error ?? moving.failure
  const { move } = moving
  const ask = (next: Wish): void => {
    setRefused(undefined)
    setWish(next)
  }

  if (failure)
    return (
      <div className={settingStyles.settingsPage} data-part="settings-page">
        <h1>{text('data-center.title')}</h1>
        <ErrorPanel
          failure={failure}
          onRetry={() => {
            void centers.refetch()
            moving.reload()
          }}
        />
      </div>
    )
  if (!centers.data || moving.isLoading)
    return (
      <div
        className={settingStyles.settingsPage}
        data-part="settings-page"
        role="status"
        aria-label={text('shell.loading')}
      >
        <h1>{text('data-center.title')}</h1>
        <Skeleton width="55%" />
        <Skeleton height={180} />
        <Skeleton height={150} />
      </div>
    )
  const { here, data } = centers.data
  const isBusy = move !== null && move.state === 'running'
  const hasLeft = move?.state === 'done'
  const isOrganization = user.organization !== null

  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead
        title={text('data-center.title')}
        answer={text('data-center.answer', { center: nameOf(hasLeft && move ? move.center : here) })}
      />
      {isMismatch && !hasLeft && <Notice>{text('data-center.mismatch', { center: nameOf(here) })}</Notice>}
      {refused && (
        <RefusalNotice
          failure={refused.failure}
          center={nameOf(refused.to)}
          onAgain={() => ask({ to: refused.to, way: 'move' })}
          onMerge={() => ask({ to: refused.to, way: 'merge' })}
        />
      )}
      {!refused && move?.state === 'failed' && (
        <RefusalNotice
          fault={move.fault}
          reason={move.reason}
          center={nameOf(move.center)}
          onAgain={() => ask({ to: move.center, way: 'move' })}
          onMerge={() => ask({ to: move.center, way: 'merge' })}
        />
      )}
      {move && (isBusy || hasLeft) && <MoveProgress move={move} />}
      {!hasLeft && (
        <SettingCard title={text('data-center.list.title')} lead={text('shell.dataCenter.hint')}>
          {data.map(({ center, isHere, url }) => (
            <SettingRow
              key={center}
              icon="globe"
              title={text(centerTitleKeys[center])}
              hint={text(isHere ? 'data-center.list.here' : 'data-center.list.other')}
              {...(isHere ? { tone: 'ok' as const } : {})}
            >
              {isHere ? (
                <Pill tone="ok">{text('data-center.list.pill')}</Pill>
              ) : (
                <>
                  {url && (
                    <a
                      href={url}
                      target="_blank"
                      rel="noreferrer"
                      className={cx(buttonStyles.button, buttonStyles.buttonQuiet)}
                      data-part="button"
                    >
                      {text('data-center.list.open')}
                    </a>
                  )}
                  <Button
                    icon="swap"
                    disabled={isBusy || isOrganization}
                    onClick={() => ask({ to: center, way: 'move' })}
                  >
                    {text('data-center.list.move')}
                  </Button>
                </>
              )}
            </SettingRow>
          ))}
        </SettingCard>
      )}
      {!hasLeft && isOrganization && <Notice tone="warn">{text('data-center.organization')}</Notice>}
      {!hasLeft && data.length < 2 && <Notice>{text('data-center.alone')}</Notice>}
      {!hasLeft && data.length > 1 && (
        <SettingCard title={text('data-center.along.title')} lead={text('data-center.along.lead')}>
          <div className={styles.moveBody}>
            <MovesAlong />
          </div>
        </SettingCard>
      )}
      {wish && (
        <MoveDialog
          {...wish}
          account={user.account}
          onClose={() => setWish(undefined)}
          onBegun={moving.begin}
          onRefused={(refusal) => setRefused({ failure: refusal, to: wish.to })}
        />
      )}
    </div>
  )
}
