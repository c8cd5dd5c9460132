import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import {
  plantPath,
  plantSettingsPath,
  REFUSED_STEPS,
  refusedStepsPath,
  type SettingsPart,
  settingsParts,
} from '../../../address/paths.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { NamedNumbersCard } from '../../../plant/numbers/named-numbers-card.tsx'
import { membersQuery } from '../../../plant/sharing-queries.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { CommandsCard } from './commands-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { DangerCard } from './danger/danger-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EditForm, usePlantEdit } from './edit-form.tsx'
import { FactsCard } from './facts-card.tsx'
import { FinanceCard } from './finance/finance-card.tsx'
import { LineSeriesCard } from './line-series-card.tsx'
import { LoggersCard } from './loggers-card.tsx'
import { MeteringCard } from './metering-card.tsx'
import { PlanesCard } from './planes-card.tsx'
import styles from './plant-settings-page.module.css'

/** The editable data of the plant, a page for each matter; for people who may not edit, facts of the plant. */
export function PlantSettingsPage() {
  const { can, plantId } = useCurrentPlant()
  const { hash } = useLocation()
  // The address of before the refused steps stood with the data quality.
  if (hash === `#${REFUSED_STEPS}`) return <Navigate to={refusedStepsPath(plantId)} replace />
  if (!can('editPlant'))
    return (
      <div className={cx('page', styles.plantSettings)}>
        <FactsCard />
        <ContactCard />
      </div>
    )
  return <Settings />
}

const looks: Readonly<Record<SettingsPart, Readonly<{ icon: IconName; text: TextKey }>>> = {
  basics: { icon: 'home', text: 'plant-settings.part.basics' },
  place: { icon: 'location', text: 'plant-create.section.place' },
  roof: { icon: 'sun', text: 'plant-settings.part.roof' },
  money: { icon: 'coin', text: 'plant-settings.part.money' },
  metering: { icon: 'grid', text: 'metering.title' },
  alarms: { icon: 'alarm', text: 'shell.tab.alert' },
  devices: { icon: 'device', text: 'shell.tab.device' },
  danger: { icon: 'warning', text: 'plant-settings.part.danger' },
}

function Settings() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [, name] = /^\/plant\/infos\/detail\/([^/]+)/.exec(pathname) ?? []
  const page = settingsParts.find((part) => part === name) ?? 'basics'
  const edit = usePlantEdit((next) => {
    if (next !== page) void navigate(plantSettingsPath(plantId, next))
  })
  const isOwner = useQuery(membersQuery(plantId)).data?.isOwner
  // An address that an owner sent.
  if (page === 'danger' && isOwner === false) return <Navigate to={plantSettingsPath(plantId)} replace />
  return (
    <div className={cx('page', styles.plantSettings, page === 'basics' && cardStyles.besideSettings)}>
      <nav className={styles.plantSettingsIndex} aria-label={text('plant-settings.title')}>
        {settingsParts
          .filter((part) => part !== 'danger' || isOwner)
          .map((part) => (
            <Link
              key={part}
              to={plantSettingsPath(plantId, part)}
              aria-current={part === page ? 'page' : undefined}
              className={part === 'danger' ? styles.plantSettingsDanger : undefined}
            >
              <Icon name={looks[part].icon} size={18} />
              {text(looks[part].text)}
              {edit.changedPages.has(part) && (
                <i className={styles.plantSettingsUnsaved}>
                  <span className="visually-hidden">{text('plant-settings.unsaved')}</span>
                </i>
              )}
            </Link>
          ))}
      </nav>
      <div className={styles.plantSettingsPart}>
        <h2 className="visually-hidden">{text(looks[page].text)}</h2>
        <EditForm edit={edit} page={page} />
        <Cards page={page} />
      </div>
    </div>
  )
}

/** The parts of a page that are saved one by one. */
function Cards({ page }: Readonly<{ page: SettingsPart }>): ReactNode {
  switch (page) {
    case 'basics':
      return <ContactCard />
    case 'roof':
      return (
        <>
          <PlanesCard />
          <LayoutDoor />
        </>
      )
    case 'money':
      return <FinanceCard />
    case 'metering':
      return <MeteringCard />
    case 'alarms':
      return <AlarmsCard />
    case 'devices':
      return (
        <>
          <DevicesCard />
          <LoggersCard />
          <CommandsCard />
          <LineSeriesCard />
          <NamedNumbersCard />
        </>
      )
    case 'danger':
      return <DangerCard />
    default:
      return null
  }
}

/** The way to a layout of the panels, which has no tab before it was begun. */
function LayoutDoor() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const may = usePermission()
  if (!may(['deviceLayout'])) return null
  return (
    <p>
      <ButtonLink icon="grid" to={plantPath('component-layout', { id: plantId })}>
        {text('shell.tab.componentLayout')}
      </ButtonLink>
    </p>
  )
}
