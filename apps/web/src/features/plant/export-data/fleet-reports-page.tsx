import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { fleetPath } from '../../../address/paths.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/now.ts'
import styles from './export-data.module.css'
import { useExportPlace } from './export-place.ts'
import { ExportRange } from './export-range.tsx'
import { checkExport, fitDocument, startDefinition } from './export-state.ts'
import { JobsCard } from './jobs-card.tsx'
import { OrderForm } from './order-form.tsx'
import { SchedulesCard } from './schedules-card.tsx'

/** Reports of all plants as PDF: now, and by schedule. */
export function FleetReportsPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const { zone } = useExportPlace()
  const today = localDate(useNow(MINUTE_MS), zone)
  const [definition, setDefinition] = useState(() => startDefinition(today, code, false, { kind: 'report' }))
  usePageTitle(text('exports.fleet.title'))
  const checked = checkExport(definition, 1, today)
  const wanted = { ...definition, language: code }
  return (
    <main className={cx('page', cardStyles.besideSettings)}>
      <header className={styles.exportHead}>
        <h1>{text('exports.fleet.title')}</h1>
        <p className="answer">{text('exports.fleet.answer')}</p>
        <Link className="tiny" to={fleetPath()}>
          {text('exports.allPlants')}
        </Link>
      </header>
      <div className={cx('span-7', styles.exportColumn)}>
        <Card title={text('exports.fleet.new')}>
          <OrderForm plantId={null} wanted={wanted} checked={checked}>
            <ExportRange
              definition={definition}
              checked={checked}
              today={today}
              onChange={(change) => setDefinition((now) => fitDocument({ ...now, ...change }))}
            />
          </OrderForm>
        </Card>
      </div>
      <div className={cx('span-5', styles.exportColumn)}>
        <JobsCard />
        <SchedulesCard />
      </div>
    </main>
  )
}
