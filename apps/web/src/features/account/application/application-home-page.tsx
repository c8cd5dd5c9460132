import type { ReactNode } from 'react'
import { applicationPath } from '../../../address/paths.ts'
import type { MessageCharge } from '../../../api/message-charge.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { chargedOf, useServices } from '../../../identity/use-services.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { RowsLoading } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './application.module.css'
import { OpenCardButton } from './open-card-button.tsx'

/** One application: what it does, how it stands, and its door. */
function ApplicationCard({
  icon,
  title,
  body,
  state,
  tone = 'plain',
  children,
}: Readonly<{
  icon: IconName
  title: string
  body: string
  state: string
  tone?: 'plain' | 'warn'
  children: ReactNode
}>) {
  return (
    <Card className={styles.card}>
      <span className={styles.mark}>
        <Icon name={icon} size={24} />
      </span>
      <h2>{title}</h2>
      <p className={styles.body}>{body}</p>
      <p className={styles.state} data-tone={tone}>
        {state}
      </p>
      <div className={styles.end}>{children}</div>
    </Card>
  )
}

/** Services beside the plants, each with its state. A card without anything behind it is not shown. */
export function ApplicationHomePage() {
  const { text } = useText()
  usePageTitle(text('shell.menu.function'))
  const { homeQuery, charge, hasPlans, hasCharges, hasInsurance, plugins, isAny } = useServices()
  const { data, error, refetch } = homeQuery
  return (
    <main className="page">
      <PageHead title={text('shell.menu.function')} answer={text('application.answer')} />
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data && !isAny && <EmptyState icon="settings" title={text('application.none')} />}
      {data && (
        <div className={styles.cards}>
          {hasPlans && (
            <ApplicationCard
              icon="logger"
              title={text('application.plans')}
              body={text('application.plans.lead')}
              state={text('application.plans.state', data.plans)}
              tone={data.plans.ending > 0 ? 'warn' : 'plain'}
            >
              <ButtonLink to={applicationPath('deviceCharge')}>{text('application.open')}</ButtonLink>
            </ApplicationCard>
          )}
          {hasCharges && (
            <ApplicationCard
              icon="mail"
              title={text('application.messages')}
              body={text('application.messages.lead')}
              state={stateOfMessages(charge, text)}
              tone={isLow(charge) ? 'warn' : 'plain'}
            >
              <ButtonLink to={applicationPath('messageCharge')}>{text('application.open')}</ButtonLink>
            </ApplicationCard>
          )}
          {hasInsurance && (
            <ApplicationCard
              icon="shield"
              title={text('application.insurance')}
              body={text('application.insurance.lead')}
              state={text('application.insurance.state')}
            >
              <ButtonLink to={applicationPath('insurance')}>{text('application.open')}</ButtonLink>
            </ApplicationCard>
          )}
          {plugins.map((plugin) => (
            <ApplicationCard
              key={plugin.id}
              icon="external"
              title={plugin.title}
              body={plugin.body}
              state={text('application.plugin.state', { host: plugin.host })}
            >
              <OpenCardButton card={plugin} />
            </ApplicationCard>
          ))}
        </div>
      )}
    </main>
  )
}

const isLow = (charge: MessageCharge | undefined): boolean =>
  chargedOf(charge).some(({ balance, lowAt }) => balance <= lowAt)

/** The credits of each charged channel; without one, that nothing is charged. */
const stateOfMessages = (charge: MessageCharge | undefined, text: UseText['text']): string => {
  if (charge === undefined) return ''
  const charged = chargedOf(charge)
  return charged.length === 0
    ? text('application.messages.state')
    : charged
        .map(
          ({ channel, balance }) =>
            `${text(`application.messages.${channel}`)}: ${text('application.messages.credits', { count: balance })}`,
        )
        .join(' · ')
}
