import { brandName, DEFAULT_ICON, isOwnLook } from '../api/brand.ts'
import { useTheme } from '../preferences/theme.ts'
import { useLanguage } from '../texts/language-context.ts'
import { cx } from '../ui/class-names.ts'
import { useBrand } from './brand-context.ts'
import styles from './brand-mark.module.css'

/** A sun whose light is reflected: the product's own sign. */
export function Sun({ size = 26 }: Readonly<{ size?: number }>) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="7" fill="var(--solar)" />
      <g stroke="var(--solar)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M16 2.5v4M16 25.5v4M2.5 16h4M25.5 16h4" />
        <path d="M6.5 6.5l2.7 2.7M22.8 22.8l2.7 2.7M25.5 6.5l-2.7 2.7M9.2 22.8l-2.7 2.7" opacity=".55" />
      </g>
    </svg>
  )
}

/** The brand's logo if it has one, else its icon and its name; the sun is for the product's own. @param top in the header, which may have a logo of its own */
export function BrandMark({ top = false }: Readonly<{ top?: boolean }>) {
  const brand = useBrand()
  const { code } = useLanguage()
  const { shown } = useTheme()
  const name = brandName(brand, code)
  const logo =
    (shown === 'dark' ? brand.link('INVERT_RECT_LOGO', code) : undefined) ??
    (top ? brand.topLogo : undefined) ??
    brand.link('RECT_LOGO', code)
  return (
    <span className={cx(styles.brandMark, top && styles.brandMarkTop)} data-part="brand-mark">
      {logo ? (
        <img src={logo} alt={name} />
      ) : (
        <>
          {isOwnLook(brand, code) ? <Sun /> : brand.icon !== DEFAULT_ICON && <img src={brand.icon} alt="" />}
          <span>{name}</span>
        </>
      )}
    </span>
  )
}
