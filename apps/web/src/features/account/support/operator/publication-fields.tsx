import { getLanguage, type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'

/** The language whose texts are shown; those that have texts are marked. */
export function LanguageField({
  isWritten,
  ...props
}: Readonly<{
  isWritten: (code: LanguageCode) => boolean
  value: LanguageCode
  onChange: (code: LanguageCode) => void
}>) {
  const { text } = useText()
  return (
    <SelectField<LanguageCode>
      label={text('support.language')}
      hint={text('support.language.hint')}
      options={languageCodes.map((code) => ({
        value: code,
        label: `${getLanguage(code).name}${isWritten(code) ? ' ✓' : ''}`,
      }))}
      {...props}
    />
  )
}

export function LinkField(props: Readonly<{ value: string; onChange: (link: string) => void; optional?: boolean }>) {
  const { text } = useText()
  return (
    <TextField label={text('support.link')} hint={text('support.link.hint')} type="url" maxLength={1_000} {...props} />
  )
}
