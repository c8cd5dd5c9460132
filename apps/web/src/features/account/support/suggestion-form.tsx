import { PRODUCT_VERSION } from '@heliograph/domain/product-version.ts'
import { type SuggestionCategory, suggestionCategories } from '@heliograph/domain/publication.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { ownPath } from '../../../api/base-path.ts'
import { type SuggestionContext, sendSuggestion } from '../../../api/suggestions.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { PictureField } from './picture-field.tsx'
import styles from './support.module.css'

/** Where the person came from, as the menu noted it in the URL. */
function useContextOfPage(): SuggestionContext {
  const { params } = useUrlState()
  const { code } = useLanguage()
  const from = (params.get('from') ?? '').slice(0, 300)
  const plantId = /[?&]id=(\d{1,16})(?:&|$)/.exec(from)?.[1]
  return {
    page: from === '' ? ownPath(window.location.pathname) : from,
    version: PRODUCT_VERSION,
    browser: navigator.userAgent.slice(0, 300),
    language: code,
    ...(plantId !== undefined && { plantId }),
  }
}

export function SuggestionForm() {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const context = useContextOfPage()
  const [category, setCategory] = useState<SuggestionCategory>('idea')
  const [body, setBody] = useState('')
  const [contact, setContact] = useState('')
  const [withContext, setWithContext] = useState(false)
  const [pictures, setPictures] = useState<readonly string[]>([])

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const options = { category, body, contact, pictures, context: withContext ? context : null }
    const work = async (): Promise<void> => {
      await sendSuggestion(options)
      await client.invalidateQueries({ queryKey: ['suggestions'] })
    }
    if (!(await run('send', work, text('support.sent')))) return
    setBody('')
    setPictures([])
  }
  return (
    <SettingCard title={text('support.form')}>
      <form className={settingStyles.settingBody} onSubmit={(event) => void send(event)}>
        <div className={settingStyles.settingForm}>
          <SelectField
            label={text('support.category')}
            value={category}
            options={suggestionCategories.map((suggestionCategory) => ({
              value: suggestionCategory,
              label: text(`support.category.${suggestionCategory}`),
            }))}
            onChange={setCategory}
          />
          <TextAreaField
            label={text('support.body')}
            value={body}
            onChange={setBody}
            required
            maxLength={4_000}
            rows={5}
          />
          <PictureField pictures={pictures} onChange={setPictures} />
          <TextField
            label={text('support.contact')}
            hint={text('support.contact.hint')}
            optional
            value={contact}
            onChange={setContact}
            maxLength={200}
          />
          <div>
            <Checkbox label={text('support.context')} checked={withContext} onChange={setWithContext} />
            {withContext && (
              <dl className={styles.context} aria-label={text('support.context.what')}>
                <dt>{text('support.context.page')}</dt>
                <dd>{context.page}</dd>
                <dt>{text('support.context.version')}</dt>
                <dd>{context.version}</dd>
                <dt>{text('support.context.browser')}</dt>
                <dd>{context.browser}</dd>
              </dl>
            )}
          </div>
          <div className={settingStyles.settingFormActions}>
            <Button type="submit" kind="primary" busy={running !== undefined}>
              {text('support.send')}
            </Button>
          </div>
        </div>
      </form>
    </SettingCard>
  )
}
