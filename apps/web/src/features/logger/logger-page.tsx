import { useState } from 'react'
import { plantPath } from '../../address/paths.ts'
import { useUrlState } from '../../address/url-state.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { HowTo } from './how-to.tsx'
import './logger-page.css'
import { RegisterForm } from './register-form.tsx'
import { type Registered, RegisterResults } from './register-results.tsx'
import { UnclaimedPanel } from './unclaimed-panel.tsx'
import { WatchPanel } from './watch-panel.tsx'

/** Loggers come in by their serial number; then one watches them arrive. */
export function LoggerPage() {
  const { text } = useText()
  const { plantId, station, can } = useCurrentPlant()
  const { params } = useUrlState()
  const [results, setResults] = useState<readonly Registered[]>([])
  const isNew = params.get('new') === '1'
  return (
    <div className="page">
      <header className="logger-head">
        <h2>{isNew ? text('logger.titleNew', { name: station.name }) : text('logger.title')}</h2>
        <p>{text('logger.lead')}</p>
      </header>
      <div className="span-7 logger-main">
        {can('addPlantDevice') ? (
          <Card>
            <RegisterForm plantId={plantId} onDone={setResults}>
              <ButtonLink kind="quiet" to={plantPath('data', { id: plantId })}>
                {text(isNew ? 'logger.skip' : 'shell.action.close')}
              </ButtonLink>
            </RegisterForm>
            <RegisterResults rows={results} />
          </Card>
        ) : (
          <EmptyState icon="lock" title={text('logger.refused')} hint={text('shell.refused.hint')} />
        )}
        <WatchPanel plantId={plantId} />
        {can('addPlantDevice') && <UnclaimedPanel plantId={plantId} onDone={setResults} />}
      </div>
      <Card className="span-5 logger-how-card" title={text('logger.how.title')}>
        <HowTo plantId={plantId} />
      </Card>
    </div>
  )
}
