import { useText } from '../../../texts/use-text.tsx'
import styles from './branding.module.css'

/** Content of a scene from the draft. */
export type Shown = Readonly<{
  name: string
  logo: string
  picture: string
  /** Of mails and PDFs: of the primary color, readable on white. */
  paperColor: string
}>

const Mark = ({ logo, name }: Pick<Shown, 'logo' | 'name'>) =>
  logo ? <img className={styles.mark} src={logo} alt="" /> : <b className={styles.markName}>{name}</b>

export function SignInPreview({ name, logo, picture }: Shown) {
  const { text } = useText()
  return (
    <div className={styles.signIn}>
      <div className={styles.signInArt}>{picture && <img src={picture} alt="" />}</div>
      <div className={styles.signInSide}>
        <Mark logo={logo} name={name} />
        <b>{text('login.title')}</b>
        <span className={styles.fakeField} />
        <span className={styles.fakeField} />
        <span className={styles.fakeButton}>{text('login.title')}</span>
        <span className={styles.fakeLink}>{text('login.privacy')}</span>
      </div>
    </div>
  )
}

const bars = [34, 62, 81, 90, 74, 58, 40]

/** The shell and a chart: every color that a brand sets is somewhere in it. */
export function PlantPreview({ name, logo }: Shown) {
  const { text } = useText()
  return (
    <div className={styles.plant}>
      <div className={styles.plantTop}>
        <Mark logo={logo} name={name} />
        <span className={styles.plantTopOn}>{text('shell.menu.plants')}</span>
        <span>{text('explorer.title')}</span>
      </div>
      <div className={styles.plantMenu}>
        <span className={styles.plantCreate}>+</span>
        <span>{text('branding.preview.fleet')}</span>
        <span className={styles.plantCard}>
          <b>{text('branding.preview.roof')}</b>
          <small>4.2 kW</small>
        </span>
        <span>{text('branding.preview.barn')}</span>
      </div>
      <div className={styles.plantBody}>
        <div className={styles.badges}>
          {(['ok', 'warn', 'fault'] as const).map((tone) => (
            <span key={tone} style={{ background: `var(--${tone}-soft)`, color: `var(--${tone}-text)` }}>
              {text(`branding.preview.${tone}`)}
            </span>
          ))}
        </div>
        <svg viewBox="0 0 140 60" role="img" aria-label={text('branding.preview.chart')}>
          {bars.map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
            <g key={at}>
              <rect x={at * 20 + 3} y={60 - height * 0.4} width="6" height={height * 0.4} fill="var(--solar)" />
              <rect x={at * 20 + 10} y={60 - height * 0.25} width="6" height={height * 0.25} fill="var(--grid)" />
            </g>
          ))}
        </svg>
        <svg viewBox="0 0 144 10" aria-hidden="true">
          {Array.from({ length: 12 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: twelve colors in their order
            <rect key={at} x={at * 12 + 1} width="10" height="10" rx="2" fill={`var(--chart-${at + 1})`} />
          ))}
        </svg>
        <span className={styles.fakeButton}>{text('shell.action.save')}</span>
      </div>
    </div>
  )
}

/** Mails and reports are on white in both themes. */
export function PaperPreview({
  name,
  logo,
  icon,
  paperColor,
  isMail,
}: Shown & Readonly<{ icon: string; isMail: boolean }>) {
  const { text } = useText()
  const picture = isMail ? icon || logo : logo || icon
  return (
    <div className={styles.paper}>
      <div className={styles.paperHead} style={{ borderColor: paperColor }}>
        {picture && <img className={styles.mark} src={picture} alt="" />}
        {(isMail || !picture) && <b style={{ color: paperColor }}>{name}</b>}
      </div>
      <b>{text(isMail ? 'branding.preview.mail.title' : 'branding.preview.pdf.title')}</b>
      <p>{text(isMail ? 'branding.preview.mail.body' : 'branding.preview.pdf.body')}</p>
      {isMail ? (
        <span className={styles.paperButton} style={{ background: paperColor }}>
          {text('branding.preview.mail.action')}
        </span>
      ) : (
        <svg viewBox="0 0 140 40" aria-hidden="true">
          {bars.map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
            <rect key={at} x={at * 20 + 3} y={40 - height * 0.4} width="12" height={height * 0.4} fill={paperColor} />
          ))}
        </svg>
      )}
    </div>
  )
}
