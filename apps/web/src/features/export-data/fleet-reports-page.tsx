import { localDate } from '@heliograph/domain/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { fleetPath } from '../../address/paths.ts'
import { orderExport } from '../../api/exports.ts'
import { usePageTitle } from '../../brand/page-title.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/field.tsx'
import { useNow } from '../../ui/now.ts'
import { useAction } from '../../ui/use-action.ts'
import styles from './export-data.module.css'
import { useExportPlace } from './export-place.ts'
import { exportsQuery } from './export-queries.ts'
import { ExportRange } from './export-range.tsx'
import { checkExport, fitReport, startDefinition, withKind } from './export-state.ts'
import { JobsCard } from './jobs-card.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SchedulesCard } from './schedules-card.tsx'

/** Reports of all plants as PDF: now, and by schedule. */
export function FleetReportsPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const { zone } = useExportPlace()
  const client = useQueryClient()
  const { running, run } = useAction()
  const today = localDate(useNow(60_000), zone)
  const [definition, setDefinition] = useState(() => fitReport(withKind(startDefinition(today, code, false), 'report')))
  const [mail, setMail] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  usePageTitle(text('exports.fleet.title'))
  const checked = checkExport(definition, 1, today)
  const wanted = { ...definition, language: code }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(
      'order',
      async () => {
        await orderExport(null, wanted, mail)
        await client.invalidateQueries({ queryKey: exportsQuery(null).queryKey })
      },
      text('exports.ordered'),
    )
  }
  return (
    <main className="page">
      <header className={styles.exportHead}>
        <h1>{text('exports.fleet.title')}</h1>
        <p className="answer">{text('exports.fleet.answer')}</p>
        <Link className="tiny" to={fleetPath()}>
          {text('exports.allPlants')}
        </Link>
      </header>
      <div className={cx('span-7', styles.exportColumn)}>
        <Card title={text('exports.fleet.new')}>
          <form className={styles.exportForm} onSubmit={submit}>
            <ExportRange
              definition={definition}
              checked={checked}
              today={today}
              onChange={(change) => setDefinition((now) => fitReport({ ...now, ...change }))}
            />
            <Checkbox label={text('exports.mail')} checked={mail} onChange={setMail} />
            <div className={styles.exportEnd}>
              <Button
                kind="primary"
                type="submit"
                icon="download"
                busy={running === 'order'}
                disabled={checked.problem !== undefined}
              >
                {text('exports.create')}
              </Button>
              <Button icon="calendar" onClick={() => setScheduling(true)}>
                {text('exports.schedule')}
              </Button>
            </div>
          </form>
        </Card>
      </div>
      <div className={cx('span-5', styles.exportColumn)}>
        <JobsCard />
        <SchedulesCard />
      </div>
      {scheduling && <ScheduleDialog definition={wanted} onClose={() => setScheduling(false)} />}
    </main>
  )
}
