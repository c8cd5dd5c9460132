import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import { ownSuggestionsQuery, SUGGESTIONS_PAGE } from '../../../api/suggestions.ts'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager, readPage } from '../../../ui/pager.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading, SettingCard } from '../../../ui/setting.tsx'
import { SuggestionForm } from './suggestion-form.tsx'
import { SuggestionItem } from './suggestion-item.tsx'
import styles from './support.module.css'

/** Form for a suggestion to the operator of this server; the answers stand below. */
export function SuggestionPage() {
  const { text } = useText()
  return (
    <Permitted any={['suggestion']} fallback={<RefusedPage right="suggestion" />}>
      <div className={settingStyles.settingsPage} data-part="settings-page">
        <PageHead title={text('shell.menu.feedback')} answer={text('support.answer')} />
        <SuggestionForm />
        <OwnSuggestions />
      </div>
    </Permitted>
  )
}

function OwnSuggestions() {
  const { text } = useText()
  const { params } = useUrlState()
  const page = readPage(params)
  const { data, error, refetch } = useQuery(ownSuggestionsQuery(page))
  return (
    <SettingCard title={text('support.own')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('support.own.none')}</p>}
      {data?.rows.map((row) => (
        <SuggestionItem key={row.id} one={row} />
      ))}
      {data && <Pager page={page} size={SUGGESTIONS_PAGE} total={data.total} />}
    </SettingCard>
  )
}
