import { type BrandTextType, brandTextKinds, brandTextTypes } from '@heliograph/domain/brand/brand-parts.ts'
import { getLanguage, type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import { useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { withText } from './change-text.ts'
import type { PartProps } from './part-props.ts'

const written = brandTextTypes.filter((type) => brandTextKinds[type] !== 'picture')

/** Names, links and filing numbers, for all languages or for one. */
export function TextsPart({ draft, change }: PartProps) {
  const { text } = useText()
  const [language, setLanguage] = useState<LanguageCode | ''>('')
  const shownText = (type: BrandTextType, lan: LanguageCode | ''): string =>
    draft.texts.find((item) => item.type === type && item.language === lan)?.text ?? ''
  const options = [
    { value: 'all', label: text('branding.allLanguages') },
    ...languageCodes.map((code) => ({ value: code, label: getLanguage(code).name })),
  ]
  return (
    <SettingCard title={text('branding.part.texts')} lead={text('branding.texts.lead')}>
      <div className={settingStyles.settingBody}>
        <div className={settingStyles.settingForm}>
          <SelectField
            label={text('branding.language')}
            value={language || 'all'}
            options={options}
            onChange={(value) => setLanguage(value === 'all' ? '' : (value as LanguageCode))}
          />
          {written.map((type) => {
            const isLink = brandTextKinds[type] === 'link'
            const shared = {
              label: text(`branding.text.${type}`),
              optional: true,
              value: shownText(type, language),
              onChange: (value: string) => change(withText(draft, type, language, value)),
              // The text that the other languages show there.
              placeholder: (language !== '' && shownText(type, '')) || (isLink ? 'https://' : ''),
            }
            return type === 'APP_STORE_DESCRIPTION' ? (
              <TextAreaField key={type} {...shared} rows={3} maxLength={2_000} />
            ) : (
              <TextField key={type} {...shared} maxLength={isLink ? 1_000 : 200} />
            )
          })}
        </div>
      </div>
    </SettingCard>
  )
}
