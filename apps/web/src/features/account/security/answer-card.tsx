import type { SecurityState } from '@heliograph/contract/user-s/security.ts'
import { Link } from 'react-router'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { judgeSecurity, partOf } from './security-answer.ts'

const levels = ['weak', 'fair', 'strong'] as const

/** How well the account is secured in one line, and the one thing that would help most. */
export function AnswerCard({ state }: Readonly<{ state: SecurityState }>) {
  const { text } = useText()
  const { level, next } = judgeSecurity(state)
  return (
    <section className={`card security-answer security-answer-${level}`} aria-label={text('security.answer')}>
      <span className="security-shield">
        <Icon name={level === 'strong' ? 'shield' : 'warning'} size={26} />
      </span>
      <div className="security-answer-words">
        <p className="security-level">{text(`security.level.${level}`)}</p>
        <p className="muted">{text(next ? `security.next.${next}` : 'security.next.none')}</p>
      </div>
      <div className="security-bars" aria-hidden="true">
        {levels.map((one, at) => (
          <i key={one} className={at <= levels.indexOf(level) ? 'security-bar-on' : undefined} />
        ))}
      </div>
      {next && (
        <Link className="button button-primary button-s" to={{ hash: partOf[next] }} replace>
          {text('security.next.go')}
        </Link>
      )}
    </section>
  )
}
