import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import {
  APPLICATIONS_PAGE,
  allOrdersQuery,
  applicationsKey,
  closeOrder,
  type PlanOrder,
  type Renewal,
  renewalQuery,
  saveRenewal,
} from '../../../api/applications.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Pager, readPage } from '../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from '../support.module.css'
import { SavedForm } from './saved-form.tsx'
import { localZone } from './time-span.ts'

/** Renewals of data plans that people ordered, and how they are paid. */
export function OrdersPart() {
  const { text } = useText()
  const { params } = useUrlState()
  const page = readPage(params)
  const { data, error, refetch } = useQuery(allOrdersQuery(page))
  const renewal = useQuery(renewalQuery)
  return (
    <>
      <SettingCard title={text('support.operator.orders')}>
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data?.total === 0 && <p className={styles.none}>{text('support.orders.none')}</p>}
        {data?.rows.map((one) => (
          <OrderRow key={one.id} one={one} />
        ))}
        {data && <Pager page={page} size={APPLICATIONS_PAGE} total={data.total} />}
      </SettingCard>
      <SettingCard title={text('support.renewal')} lead={text('support.renewal.lead')}>
        {renewal.data ? (
          <RenewalForm saved={renewal.data} />
        ) : (
          <RowsLoading error={renewal.error} refetch={renewal.refetch} />
        )}
      </SettingCard>
    </>
  )
}

function OrderRow({ one }: Readonly<{ one: PlanOrder }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const close = (state: 'done' | 'refused') =>
    run(state, async () => {
      await closeOrder(one.id, state)
      await client.invalidateQueries({ queryKey: applicationsKey })
    })
  return (
    <SettingRow
      title={
        <>
          {text('support.order', { id: String(one.id), months: one.months })}{' '}
          <span className={styles.chip} data-state={one.state === 'open' ? 'waiting' : 'closed'}>
            {text(`support.orderState.${one.state}`)}
          </span>
        </>
      }
      hint={[
        one.loggerName || one.serial,
        one.plantName,
        one.account ?? '--',
        format.timestamp(one.orderedMs, localZone),
        one.note,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {one.state === 'open' && (
        <>
          <Button size="s" kind="primary" busy={running === 'done'} onClick={() => void close('done')}>
            {text('support.order.finish')}
          </Button>
          <Button size="s" busy={running === 'refused'} onClick={() => void close('refused')}>
            {text('support.order.refuse')}
          </Button>
        </>
      )}
    </SettingRow>
  )
}

function RenewalForm({ saved }: Readonly<{ saved: Renewal }>) {
  const { text } = useText()
  return (
    <SavedForm
      saved={saved}
      save={saveRenewal}
      queryKey={renewalQuery.queryKey}
      done={text('support.renewal.saved')}
      fields={(draft, change) => (
        <>
          <TextAreaField
            label={text('support.renewal.text')}
            hint={text('support.renewal.text.hint')}
            optional
            value={draft.text}
            onChange={(words) => change({ text: words })}
            maxLength={1_000}
          />
          <TextField
            label={text('support.renewal.link')}
            hint={text('support.renewal.link.hint')}
            optional
            type="url"
            value={draft.link}
            onChange={(link) => change({ link })}
            maxLength={1_000}
          />
        </>
      )}
    />
  )
}
