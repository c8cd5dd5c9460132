import type { ReactNode } from 'react'
import { useBrand } from '../brand/brand-context.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import styles from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** Whether the brand has terms or a privacy notice that a person could accept. */
export function useHasTerms(): boolean {
  const { code } = useLanguage()
  const brand = useBrand()
  return ['SERVICE_TC', 'PRIVATE_TC'].some((type) => brand.link(type, code) !== undefined)
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
  const hasTerms = useHasTerms()
  if (!hasTerms) return null
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
