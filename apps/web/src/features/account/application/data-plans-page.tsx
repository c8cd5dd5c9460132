import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { APPLICATIONS_PAGE, type DataPlan, dataPlansQuery } from '../../../api/applications.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Pager, readPage } from '../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './application.module.css'
import { DetailPage } from './detail-page.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrdersCard } from './orders-card.tsx'
import { PlanDialog } from './plan-dialog.tsx'

/** Until when loggers with a SIM card may send, and their renewals. */
export function DataPlansPage() {
  const { text } = useText()
  return (
    <DetailPage right="deviceCharge" title={text('application.plans')} lead={text('application.plans.answer')}>
      <PlansCard />
      <OrdersCard kind="renewal" />
    </DetailPage>
  )
}

function PlansCard() {
  const { text } = useText()
  const { params, change } = useUrlState()
  const page = readPage(params)
  const all = params.get('all') === '1'
  const [open, setOpen] = useState<Readonly<{ kind: 'edit' | 'order'; plan: DataPlan }>>()
  const { data, error, refetch } = useQuery(dataPlansQuery(all, page))
  return (
    <SettingCard title={text('application.plans.list')}>
      <div className={styles.tools}>
        <Checkbox
          label={text('application.plans.all')}
          checked={all}
          onChange={(on) => change({ all: on ? '1' : null, page: null }, { replace: true })}
        />
      </div>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && (
        <p className={styles.none}>{text(all ? 'application.plans.noLoggers' : 'application.plans.none')}</p>
      )}
      {data?.rows.map((plan) => (
        <PlanRow
          key={plan.loggerId}
          plan={plan}
          onEdit={() => setOpen({ kind: 'edit', plan })}
          onOrder={() => setOpen({ kind: 'order', plan })}
        />
      ))}
      {data && <Pager page={page} size={APPLICATIONS_PAGE} total={data.total} />}
      {open?.kind === 'edit' && <PlanDialog plan={open.plan} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'order' && <OrderDialog plan={open.plan} onClose={() => setOpen(undefined)} />}
    </SettingCard>
  )
}

function PlanRow({ plan, onEdit, onOrder }: Readonly<{ plan: DataPlan; onEdit: () => void; onOrder: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const facts = [
    plan.plantName,
    plan.expiresOn === undefined ? '' : text('application.plan.until', { date: format.date(plan.expiresOn) }),
    plan.provider,
  ].filter(Boolean)
  return (
    <SettingRow
      icon="logger"
      title={
        <>
          {plan.name || plan.serial}{' '}
          <span className={styles.chip} data-status={plan.status}>
            {text(`application.status.${plan.status}`)}
          </span>
        </>
      }
      hint={facts.join(' · ')}
    >
      {plan.mayEdit && (
        <>
          <Button size="s" onClick={onEdit} label={text('application.plan.edit', { serial: plan.serial })}>
            {text('shell.action.edit')}
          </Button>
          {plan.mayOrder && plan.orderId === undefined && (
            <Button
              size="s"
              kind={plan.status === 'expiring' || plan.status === 'expired' ? 'primary' : 'plain'}
              onClick={onOrder}
              label={text('application.order.of', { serial: plan.serial })}
            >
              {text('application.order')}
            </Button>
          )}
        </>
      )}
    </SettingRow>
  )
}
