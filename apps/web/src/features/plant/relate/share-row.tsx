import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { ReactNode } from 'react'
import { hueStyle } from '../../../identity/identity-hue.ts'
import identitySwitcherStyles from '../../../identity/identity-switcher.module.css'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Pill } from '../../../ui/status.tsx'
import relatePageStyles from './relate-page.module.css'

/** One share of the plant: with whom, which flags, since and until when. */
export function ShareRow({
  organizationId,
  name,
  isSelf,
  note,
  role,
  rights,
  sinceMs,
  expiresAtMs,
  isExpired,
  children,
}: Readonly<{
  /** Absent: a person. */
  organizationId?: number
  name: string
  isSelf: boolean
  note?: string
  role: 'owner' | 'admin' | 'viewer'
  rights: readonly PlantRight[]
  sinceMs: number
  expiresAtMs: number | null
  isExpired: boolean
  children?: ReactNode
}>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const day = (atMs: number): string => format.date(localDate(atMs, zone))
  const facts = [
    note,
    text('sharing.since', { date: day(sinceMs) }),
    expiresAtMs !== null && !isExpired ? text('sharing.endsOn', { date: day(expiresAtMs - 1) }) : undefined,
  ]
  return (
    <li
      className={cx(
        relatePageStyles.relateRow,
        // A person's share has two buttons, an organization's one.
        organizationId === undefined && Boolean(children) && relatePageStyles.relateRowFull,
        isExpired && relatePageStyles.relateRowExpired,
        organizationId !== undefined && !isExpired && identitySwitcherStyles.identityHued,
      )}
      style={organizationId === undefined ? undefined : hueStyle(organizationId)}
    >
      <span className={relatePageStyles.relateMark} data-part="relate-mark">
        <Icon name={organizationId === undefined ? 'user' : 'factory'} size={20} />
      </span>
      <div className={relatePageStyles.relateWhat}>
        <span className={relatePageStyles.relateName}>
          <b>{name}</b>
          {isSelf && <Pill>{text('organization.you')}</Pill>}
          <Pill tone={isExpired ? 'warn' : role === 'owner' ? 'primary' : 'neutral'}>
            {isExpired ? text('sharing.expired') : text(`sharing.role.${role}`)}
          </Pill>
        </span>
        <span className="tiny muted">{facts.filter(Boolean).join(' · ')}</span>
        {role !== 'owner' && (
          <span className={cx('tiny', relatePageStyles.relateRights)}>
            {rights.length === 0
              ? text('sharing.noRights')
              : new Intl.ListFormat(format.locale, { style: 'narrow' }).format(
                  rights.map((right) => text(`sharing.right.${right}`)),
                )}
          </span>
        )}
      </div>
      {children && <span className={relatePageStyles.relateActions}>{children}</span>}
    </li>
  )
}
