import { Link } from 'react-router'
import type { SecurityState } from '../../../../api/account-types.ts'
import { useText } from '../../../../texts/use-text.tsx'
import buttonStyles from '../../../../ui/button.module.css'
import cardStyles from '../../../../ui/card.module.css'
import { cx, lookOf } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { judgeSecurity, partOf } from './security-answer.ts'
import securityPageStyles from './security-page.module.css'

const levels = ['weak', 'fair', 'strong'] as const

/** The account's security in one line, and the most useful next step. */
export function AnswerCard({ state }: Readonly<{ state: SecurityState }>) {
  const { text } = useText()
  const { level, next } = judgeSecurity(state)
  return (
    <section
      className={cx(
        cardStyles.card,
        securityPageStyles.securityAnswer,
        lookOf(securityPageStyles, 'security-answer', level),
      )}
      data-part="card"
      aria-label={text('security.answer')}
    >
      <span className={securityPageStyles.securityShield}>
        <Icon name={level === 'strong' ? 'shield' : 'warning'} size={26} />
      </span>
      <div className={securityPageStyles.securityAnswerWords}>
        <p className={securityPageStyles.securityLevel}>{text(`security.level.${level}`)}</p>
        <p className="muted">{text(next ? `security.next.${next}` : 'security.next.none')}</p>
      </div>
      <div className={securityPageStyles.securityBars} aria-hidden="true">
        {levels.map((item, at) => (
          <i key={item} className={at <= levels.indexOf(level) ? securityPageStyles.securityBarOn : undefined} />
        ))}
      </div>
      {next && (
        <Link
          className={cx(buttonStyles.button, buttonStyles.buttonPrimary, buttonStyles.buttonS)}
          data-part="button"
          to={{ hash: partOf[next] }}
          replace
        >
          {text('security.next.go')}
        </Link>
      )}
    </section>
  )
}
