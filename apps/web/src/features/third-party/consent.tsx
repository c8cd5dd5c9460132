import type { ReactNode } from 'react'
import { useBrand } from '../../brand/brand-context.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import styles from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'

/** Terms and privacy, with the brand's links if it has any. */
export function Consent({
  checked,
  onChange,
  isMissing,
}: Readonly<{ checked: boolean; onChange: (checked: boolean) => void; isMissing: boolean }>) {
  const { text, rich } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const linked =
    (linkType: string) =>
    (words: ReactNode[]): ReactNode => {
      const href = brand.link(linkType, code)
      return href ? (
        <a href={href} target="_blank" rel="noreferrer">
          {words}
        </a>
      ) : (
        words
      )
    }
  return (
    <div>
      <Checkbox
        label={rich('sign-up.consentLinks', { terms: linked('SERVICE_TC'), privacy: linked('PRIVATE_TC') })}
        checked={checked}
        onChange={onChange}
      />
      <div role="alert">
        {isMissing && <span className={styles.fieldError}>{text('sign-up.consentRequired')}</span>}
      </div>
    </div>
  )
}
