import { type SuggestionState, suggestionStates } from '@heliograph/domain/publication.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readOneOf, useUrlState } from '../../../../address/url-state.ts'
import {
  allSuggestionsQuery,
  SUGGESTIONS_PAGE,
  type Suggestion,
  setSuggestionState,
} from '../../../../api/suggestions.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { Pager, readPage } from '../../../../ui/pager.tsx'
import { RowsLoading, SettingCard } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { SuggestionItem } from '../suggestion-item.tsx'
import styles from '../support.module.css'

/** Suggestions of people; the list opens on those without an answer. */
export function SuggestionsPart() {
  const { text } = useText()
  const { params, change } = useUrlState()
  const page = readPage(params)
  const state = readOneOf(params, 'state', [...suggestionStates, 'all'] as const) ?? 'open'
  const { data, error, refetch } = useQuery(allSuggestionsQuery(state === 'all' ? undefined : state, page))
  return (
    <SettingCard title={text('support.operator.suggestions')}>
      <div className={styles.filter}>
        <SelectField<SuggestionState | 'all'>
          label={text('support.state')}
          value={state}
          options={[...suggestionStates, 'all' as const].map((suggestionState) => ({
            value: suggestionState,
            label: text(`support.state.${suggestionState}`),
          }))}
          onChange={(next) => change({ state: next === 'open' ? null : next, page: null }, { replace: true })}
        />
      </div>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('support.suggestions.none')}</p>}
      {data?.rows.map((row) => (
        <SuggestionItem key={row.id} one={row} asOperator actions={<StateButton one={row} />} />
      ))}
      {data && <Pager page={page} size={SUGGESTIONS_PAGE} total={data.total} />}
    </SettingCard>
  )
}

function StateButton({ one }: Readonly<{ one: Suggestion }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const next = one.state === 'closed' ? 'open' : 'closed'
  return (
    <Button
      size="s"
      busy={running !== undefined}
      onClick={() =>
        void run('state', async () => {
          await setSuggestionState(one.id, next)
          await client.invalidateQueries({ queryKey: ['suggestions'] })
        })
      }
    >
      {text(next === 'closed' ? 'support.close' : 'support.reopen')}
    </Button>
  )
}
