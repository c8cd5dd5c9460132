import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../../address/url-state.ts'
import {
  APPLICATIONS_PAGE,
  allOrdersQuery,
  applicationsKey,
  closeOrder,
  type Renewal,
  renewalQuery,
  saveRenewal,
} from '../../../../api/applications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Pager, readPage } from '../../../../ui/pager.tsx'
import { RowsLoading, SettingCard } from '../../../../ui/setting.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import styles from '../support.module.css'
import { OrderRow } from './order-row.tsx'
import { SavedForm } from './saved-form.tsx'

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
          <OrderRow
            key={one.id}
            order={one}
            title={text('support.order', { id: String(one.id), months: one.months })}
            stateName={text(`support.orderState.${one.state}`)}
            finish={text('support.order.finish')}
            facts={[one.loggerName || one.serial, one.plantName]}
            close={closeOrder}
            changed={applicationsKey}
          />
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
