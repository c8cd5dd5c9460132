import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApplicationCard, applicationsQuery } from '../../../api/applications.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { RowsLoading } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './application.module.css'
import { DetailPage } from './detail-page.tsx'
import { OpenCardButton } from './open-card-button.tsx'

/** Partners of the operator; visits need consent, and a partner learns nothing from here. */
export function InsurancePage() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(applicationsQuery)
  const partners = data?.cards.filter(({ kind }) => kind === 'insurance')
  return (
    <DetailPage right="insurance" title={text('application.insurance')} lead={text('application.insurance.lead')}>
      {!partners && <RowsLoading error={error} refetch={refetch} />}
      {partners?.length === 0 && (
        <EmptyState icon="shield" title={text('application.insurance.none')} hint={text('application.insurance.ask')} />
      )}
      {partners?.map((partner) => (
        <Partner key={partner.id} one={partner} />
      ))}
    </DetailPage>
  )
}

function Partner({ one }: Readonly<{ one: ApplicationCard }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const [agreed, setAgreed] = useState(false)
  return (
    <Card title={one.title}>
      <div className={styles.card}>
        <p className={styles.body}>{one.body}</p>
        <Checkbox
          label={text('application.insurance.consent', { host: one.host })}
          checked={agreed}
          onChange={setAgreed}
        />
        <div className={styles.end}>
          <OpenCardButton
            card={one}
            consent={agreed}
            disabled={!agreed}
            onOpened={() => void client.invalidateQueries({ queryKey: applicationsQuery.queryKey })}
          />
        </div>
        {one.consentedMs !== undefined && (
          <p className={styles.state}>
            {text('application.insurance.consented', { date: format.date(toDay(one.consentedMs)) })}
          </p>
        )}
      </div>
    </Card>
  )
}
