import type { ReactNode } from 'react'
import { useBrand } from '../brand/brand-context.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import styles from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** The brand's terms and privacy notice, where it has them: what a person is shown and can accept. */
export function useShownTexts(): ('SERVICE_TC' | 'PRIVATE_TC')[] {
  const { code } = useLanguage()
  const brand = useBrand()
  return (['SERVICE_TC', 'PRIVATE_TC'] as const).filter((type) => brand.link(type, code) !== undefined)
}

/** Terms and privacy as the brand names them; absent where there is nothing to accept. */
export function ConsentField({
  checked,
  onChange,
  error,
}: Readonly<{ checked: boolean; onChange: (checked: boolean) => void; error: string | undefined }>) {
  const { rich } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const shown = useShownTexts()
  if (shown.length === 0) return null
  const link = (type: string) => (chunks: ReactNode[]) => {
    const href = brand.link(type, code)
    return href ? (
      <a key={type} href={href} target="_blank" rel="noreferrer">
        {chunks}
      </a>
    ) : (
      <span key={type}>{chunks}</span>
    )
  }
  return (
    <div className={styles.field}>
      <Checkbox
        label={rich('sign-up.consentLinks', { terms: link('SERVICE_TC'), privacy: link('PRIVATE_TC') })}
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
