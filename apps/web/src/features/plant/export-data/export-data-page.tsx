import { Link } from 'react-router'
import { importPath } from '../../../address/paths.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import styles from './export-data.module.css'
import { ExportForm } from './export-form.tsx'
import { JobsCard } from './jobs-card.tsx'
import { SchedulesCard } from './schedules-card.tsx'

export function ExportDataPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  return (
    <div className={cx('page', cardStyles.besideSettings)}>
      <p className="answer">{text('exports.answer')}</p>
      <div className={cx('span-7', styles.exportColumn)}>
        <ExportForm />
      </div>
      <div className={cx('span-5', styles.exportColumn)}>
        <JobsCard />
        <SchedulesCard />
        {can('editPlant') && <Link to={importPath(plantId)}>{text('exports.import')}</Link>}
      </div>
    </div>
  )
}
