import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { importPath, plantPath } from '../../../address/paths.ts'
import { ChangeLogCard } from '../../../plant/change-log/change-log-card.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { NamedNumbersCard } from '../../../plant/numbers/named-numbers-card.tsx'
import { RefusedCard } from '../../../plant/refused-card.tsx'
import { membersQuery } from '../../../plant/sharing-queries.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { CommandsCard } from './commands-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EditForm } from './edit-form.tsx'
import { FactsCard } from './facts-card.tsx'
import { FinanceCard } from './finance/finance-card.tsx'
import { LineSeriesCard } from './line-series-card.tsx'
import { LoggersCard } from './loggers-card.tsx'
import { MeteringCard } from './metering-card.tsx'
import { PlanesCard } from './planes-card.tsx'
import styles from './plant-settings-page.module.css'

/**
 * The editable data of the plant, its devices and loggers, and the open steps of its counters; for who may not edit,
 * what the plant is.
 */
export function PlantSettingsPage() {
  const { text } = useText()
  const { can, plantId } = useCurrentPlant()
  // Its owner alone reads who did what.
  const isOwner = useQuery({ ...membersQuery(plantId), enabled: can('editPlant') }).data?.isOwner ?? false
  if (!can('editPlant'))
    return (
      <div className={cx('page', styles.plantSettings)}>
        <FactsCard />
        <ContactCard />
      </div>
    )
  return (
    <div className={cx('page', styles.plantSettings)}>
      <header className={styles.plantSettingsHead}>
        <h2>{text('plant-settings.title')}</h2>
        <p>{text('plant-settings.lead')}</p>
        <div className={styles.plantSettingsLinks}>
          <Link to={plantPath('exportdata', { id: plantId })}>{text('shell.tab.exportdata')}</Link>
          <Link to={importPath(plantId)}>{text('plant-settings.import')}</Link>
        </div>
      </header>
      <EditForm />
      <ContactCard />
      <FinanceCard />
      <PlanesCard />
      <MeteringCard />
      <AlarmsCard />
      <DevicesCard />
      <LoggersCard />
      <LineSeriesCard />
      <NamedNumbersCard />
      <CommandsCard />
      <RefusedCard />
      {isOwner && <ChangeLogCard />}
    </div>
  )
}
