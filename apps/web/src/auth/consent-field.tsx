import { type LegalTextType, legalTextTypes } from '@heliograph/domain/brand/shipped-texts.ts'
import type { ReactNode } from 'react'
import { useBrand } from '../brand/brand-context.ts'
import { LegalLink } from '../brand/legal-link.tsx'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import styles from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** The brand's terms and privacy notice, where it has them: what a person is shown and can accept. */
export function useShownTexts(): LegalTextType[] {
  const { code } = useLanguage()
  const brand = useBrand()
  return legalTextTypes.filter((type) => brand.link(type, code) !== undefined)
}

/** Of who accepts one text alone. */
const LABELS = { SERVICE_TC: 'sign-up.consentTerms', PRIVATE_TC: 'sign-up.consentPrivacy' } as const

/** Terms and privacy as the brand names them; absent where there is nothing to accept. */
export function ConsentField({
  checked,
  onChange,
  error,
}: Readonly<{ checked: boolean; onChange: (checked: boolean) => void; error: string | undefined }>) {
  const { rich } = useText()
  const shown = useShownTexts()
  if (shown.length === 0) return null
  const link = (type: LegalTextType) => (chunks: ReactNode[]) => (
    <LegalLink key={type} type={type}>
      {chunks}
    </LegalLink>
  )
  const [only] = shown
  const label = shown.length > 1 ? 'sign-up.consentLinks' : LABELS[only ?? 'SERVICE_TC']
  return (
    <div className={styles.field}>
      <Checkbox
        label={rich(label, { terms: link('SERVICE_TC'), privacy: link('PRIVATE_TC') })}
        checked={checked}
        onChange={onChange}
      />
      <div role="alert">
        {error && (
          <span className={styles.fieldError}>
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
    </div>
  )
}
