import { brandName } from '../api/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import styles from './app-downloads.module.css'

/** The brand's app: its code to scan and its links, below the sign-in. */
export function AppDownloads() {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const [logo, picture, ios, android] = (
    ['APP_DOWNLOAD_LOGO', 'APP_DOWNLOAD_QRCODE', 'IOS_DOWNLOAD_LINK', 'ANDROID_DOWNLOAD_LINK'] as const
  ).map((type) => brand.link(type, code))
  const name = brand.text('APP_SHOW_NAME', code) || brandName(brand, code)
  const about = brand.text('APP_STORE_DESCRIPTION', code)
  return (
    <section className={styles.downloads} aria-label={name}>
      {picture && <img className={styles.code} src={picture} alt={text('branding.app.code', { name })} />}
      <div className={styles.words}>
        <b>
          {logo && <img className={styles.logo} src={logo} alt="" />} {name}
        </b>
        {about && <p>{about}</p>}
        <p className={styles.links}>
          {ios && (
            <a href={ios} target="_blank" rel="noreferrer">
              {text('branding.app.ios')}
            </a>
          )}
          {android && (
            <a href={android} target="_blank" rel="noreferrer">
              {text('branding.app.android')}
            </a>
          )}
        </p>
      </div>
    </section>
  )
}
