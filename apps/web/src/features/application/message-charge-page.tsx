import { useQuery } from '@tanstack/react-query'
import { registrationQuery } from '../../auth/registration-query.ts'
import { useText } from '../../texts/use-text.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../ui/setting.tsx'
import styles from './application.module.css'
import { DetailPage } from './detail-page.tsx'

/** What messages cost: nothing, because the operator's own mail and SMS services send them. */
export function MessageChargePage() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(registrationQuery)
  const state = (isSet: boolean) => (
    <span className={styles.chip} data-status={isSet ? 'valid' : 'unknown'}>
      {text(isSet ? 'application.messages.free' : 'application.messages.off')}
    </span>
  )
  return (
    <DetailPage right="messageCharge" title={text('application.messages')} lead={text('application.messages.answer')}>
      <SettingCard title={text('application.messages.channels')} lead={text('application.messages.channels.lead')}>
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data && (
          <>
            <SettingRow icon="mail" title={text('application.messages.email')}>
              {state(data.email)}
            </SettingRow>
            <SettingRow icon="phone" title={text('application.messages.sms')}>
              {state(data.sms)}
            </SettingRow>
          </>
        )}
      </SettingCard>
    </DetailPage>
  )
}
