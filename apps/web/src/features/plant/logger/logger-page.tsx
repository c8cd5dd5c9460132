import { useState } from 'react'
import { Link } from 'react-router'
import { plantPath, replacePath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import type { Registered } from '../../../api/loggers.ts'
import { useUser } from '../../../auth/session.ts'
import { CreateSteps } from '../../../plant/create-steps.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { DisputesPanel } from './disputes-panel.tsx'
import { ForeignPanel } from './foreign-panel.tsx'
import { ForwardPanel } from './forward-panel.tsx'
import { HowTo } from './how-to.tsx'
import styles from './logger-page.module.css'
import { RegisterForm } from './register-form.tsx'
import { RegisterResults } from './register-results.tsx'
import { UnclaimedPanel } from './unclaimed-panel.tsx'
import { WatchPanel } from './watch-panel.tsx'

/** Registers loggers by their serial number, then shows their arrival. */
export function LoggerPage() {
  const { text } = useText()
  const { plantId, plant, can } = useCurrentPlant()
  const { params, change } = useUrlState()
  const { isAdmin } = useUser()
  const [results, setResults] = useState<readonly Registered[]>([])
  // The form and its question above come back with the address.
  const isAsking = !params.has('added')
  const isNew = params.get('new') === '1'
  const take = (rows: readonly Registered[]): void => {
    setResults(rows)
    // Once all are accepted, their arrival leads and the form waits for the next ones; a refused number stays in it.
    if (rows.length > 0 && rows.every(({ result }) => result !== 'INVALID' && result !== 'NOT_IN_REGION'))
      change({ added: '1' })
  }
  const leave = (
    <ButtonLink kind="quiet" to={plantPath('data', { id: plantId })}>
      {text(isNew ? 'logger.skip' : 'shell.action.close')}
    </ButtonLink>
  )
  const watch = <WatchPanel plantId={plantId} />
  return (
    <div className="page">
      {isNew && <CreateSteps current="devices" />}
      <header className={styles.loggerHead}>
        <h2>{isNew ? text('logger.titleNew', { name: plant.name }) : text('logger.title')}</h2>
        <p>{text('logger.lead')}</p>
      </header>
      <div className={cx('span-7', styles.loggerMain)}>
        {!isAsking && watch}
        {can('addPlantDevice') ? (
          <Card>
            {isAsking && (
              <RegisterForm plantId={plantId} onDone={take}>
                {leave}
              </RegisterForm>
            )}
            <RegisterResults plantId={plantId} results={results} />
            {!isAsking && (
              <div className={styles.loggerFormRow}>
                <Button icon="add" onClick={() => change({ added: null })}>
                  {text('logger.more')}
                </Button>
                {leave}
              </div>
            )}
          </Card>
        ) : (
          <EmptyState icon="lock" title={text('logger.refused')} hint={text('shell.refused.hint')} />
        )}
        {isAsking && watch}
        {!isNew && can('addPlantDevice') && (
          <p>
            <Link to={replacePath(plantId)}>{text('devices.replace')}</Link>
          </p>
        )}
        {isNew && (
          <Notice tone="info" icon="sun">
            <b>{text('create-plant.after')}</b> {text('create-plant.after.hint', { name: plant.name })}
          </Notice>
        )}
        {can('addPlantDevice') && <UnclaimedPanel plantId={plantId} onDone={take} />}
        {!isNew && <ForwardPanel />}
        <DisputesPanel />
        {isAdmin && <ForeignPanel />}
      </div>
      <Card className={cx('span-5', styles.loggerHowCard)} title={text('logger.how.title')}>
        <HowTo plantId={plantId} />
      </Card>
    </div>
  )
}
