import type { DataCentre } from '@heliograph/domain/regions.ts'
import { useState } from 'react'
import type { CallFailure } from '../../../api/failure.ts'
import { useUser } from '../../../auth/session.ts'
import { centreNameKeys, centreTitleKeys, useCentreMismatch, useCentres } from '../../../data-centre/data-centre.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { Pill } from '../../../ui/status.tsx'
import styles from './data-centre-page.module.css'
import { MoveDialog, type MoveWay } from './move-dialog.tsx'
import { MoveProgress } from './move-progress.tsx'
import { MovesAlong } from './moves-along.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { useAccountMove } from './use-account-move.ts'

type Wish = Readonly<{ to: DataCentre; way: MoveWay }>

/** The account's data center, and the way to another one. */
export function DataCentrePage() {
  const { text } = useText()
  const user = useUser()
  const isMismatch = useCentreMismatch()
  const centres = useCentres()
  const moving = useAccountMove()
  const [wish, setWish] = useState<Wish>()
  const [refused, setRefused] = useState<Readonly<{ failure: CallFailure; to: DataCentre }>>()
  const nameOf = (centre: DataCentre): string => text(centreNameKeys[centre])
  const failure = centres.error ?? moving.failure
  const { move } = moving
  const ask = (next: Wish): void => {
    setRefused(undefined)
    setWish(next)
  }

  if (failure)
    return (
      <div className={settingStyles.settingsPage} data-part="settings-page">
        <h1>{text('data-centre.title')}</h1>
        <ErrorPanel
          failure={failure}
          onRetry={() => {
            void centres.refetch()
            moving.reload()
          }}
        />
      </div>
    )
  if (!centres.data || moving.isLoading)
    return (
      <div
        className={settingStyles.settingsPage}
        data-part="settings-page"
        role="status"
        aria-label={text('shell.loading')}
      >
        <h1>{text('data-centre.title')}</h1>
        <Skeleton width="55%" />
        <Skeleton height={180} />
        <Skeleton height={150} />
      </div>
    )
  const { here, data } = centres.data
  const isBusy = move !== null && move.state === 'running'
  const hasLeft = move?.state === 'done'
  const isOrganisation = user.organisation !== null

  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <header>
        <h1>{text('data-centre.title')}</h1>
        <p className="answer">{text('data-centre.answer', { centre: nameOf(hasLeft && move ? move.centre : here) })}</p>
      </header>
      {isMismatch && !hasLeft && <Notice>{text('data-centre.mismatch', { centre: nameOf(here) })}</Notice>}
      {refused && (
        <RefusalNotice
          failure={refused.failure}
          centre={nameOf(refused.to)}
          onAgain={() => ask({ to: refused.to, way: 'move' })}
          onMerge={() => ask({ to: refused.to, way: 'merge' })}
        />
      )}
      {!refused && move?.state === 'failed' && (
        <RefusalNotice
          fault={move.fault}
          reason={move.reason}
          centre={nameOf(move.centre)}
          onAgain={() => ask({ to: move.centre, way: 'move' })}
          onMerge={() => ask({ to: move.centre, way: 'merge' })}
        />
      )}
      {move && (isBusy || hasLeft) && <MoveProgress move={move} />}
      {!hasLeft && (
        <SettingCard title={text('data-centre.list.title')} lead={text('shell.dataCenter.hint')}>
          {data.map(({ centre, isHere, url }) => (
            <SettingRow
              key={centre}
              icon="globe"
              title={text(centreTitleKeys[centre])}
              hint={text(isHere ? 'data-centre.list.here' : 'data-centre.list.other')}
              {...(isHere ? { tone: 'ok' as const } : {})}
            >
              {isHere ? (
                <Pill tone="ok">{text('data-centre.list.pill')}</Pill>
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
                      {text('data-centre.list.open')}
                    </a>
                  )}
                  <Button
                    icon="swap"
                    disabled={isBusy || isOrganisation}
                    onClick={() => ask({ to: centre, way: 'move' })}
                  >
                    {text('data-centre.list.move')}
                  </Button>
                </>
              )}
            </SettingRow>
          ))}
        </SettingCard>
      )}
      {!hasLeft && isOrganisation && <Notice tone="warn">{text('data-centre.organisation')}</Notice>}
      {!hasLeft && data.length < 2 && <Notice>{text('data-centre.alone')}</Notice>}
      {!hasLeft && data.length > 1 && (
        <SettingCard title={text('data-centre.along.title')} lead={text('data-centre.along.lead')}>
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
