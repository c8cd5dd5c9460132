import type { ReactNode } from 'react'
import { plantListPath } from '../address/paths.ts'
import { brandName } from '../api/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from '../ui/states.module.css'

/**
 * A page that this user may not open: what is missing and who can grant it, or that it is not offered here at all.
 * @param right the missing code @param isPlants a right on a plant: its owner grants it
 * @param part it is inside another page, which has its own frame @param children further links
 */
export function RefusedPage({
  right,
  isPlants = false,
  part = false,
  children,
}: Readonly<{ right: string; isPlants?: boolean; part?: boolean; children?: ReactNode }>) {
  const { text, has } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const isOff = brand.blocked.has(right)
  const key = `${isPlants ? 'sharing' : 'account'}.right.${right}`
  const name = has(key) ? text(key) : right
  const content = (
    <div className={styles.state} data-part="state">
      <span className={cx(styles.stateMark, styles.stateMarkFault)}>
        <Icon name="lock" size={26} />
      </span>
      <h1>{text(isOff ? 'account.refused.off' : 'transport.forbidden')}</h1>
      {isOff ? (
        <p>{text('account.refused.off.hint', { right: name, name: brandName(brand, code) })}</p>
      ) : (
        <>
          <p>{text('account.refused.missing', { right: name })}</p>
          <p>{text(isPlants ? 'shell.refused.hint' : 'account.refused.hint')}</p>
        </>
      )}
      <div className={styles.stateActions}>
        <ButtonLink icon="plants" to={plantListPath()}>
          {text('shell.action.home')}
        </ButtonLink>
        {children}
      </div>
    </div>
  )
  return part ? content : <main className="page">{content}</main>
}
