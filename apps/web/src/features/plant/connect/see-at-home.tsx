import { Link } from 'react-router'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import styles from './connect.module.css'

export const sights = ['stick', 'network', 'local', 'home', 'broker', 'api', 'meter', 'agent', 'scan'] as const
export type Sight = (typeof sights)[number]

const icons: Readonly<Record<Sight, IconName>> = {
  stick: 'logger',
  network: 'device',
  local: 'logger',
  home: 'home',
  broker: 'logger',
  api: 'device',
  meter: 'grid',
  scan: 'search',
  agent: 'home',
}

export const useSight = (): Sight => readOneOf(useUrlState().params, 'see', sights) ?? 'stick'

/** The one question before a device is added: what is there? */
export function SeeAtHome() {
  const { text } = useText()
  const { linkTo } = useUrlState()
  const current = useSight()
  return (
    <div className={cx('page', styles.sightsPage)}>
      <nav className={styles.sights} aria-label={text('targets.question')}>
        <h2>{text('targets.question')}</h2>
        {sights.map((sight) => (
          <Link
            key={sight}
            className={styles.sight}
            to={linkTo({ see: sight === 'stick' ? null : sight })}
            replace
            aria-current={sight === current ? 'true' : undefined}
          >
            <Icon name={icons[sight]} size={24} />
            <span>
              <b>{text(`targets.see.${sight}`)}</b>
              <small>{text(`targets.see.${sight}.hint`)}</small>
            </span>
          </Link>
        ))}
      </nav>
    </div>
  )
}
