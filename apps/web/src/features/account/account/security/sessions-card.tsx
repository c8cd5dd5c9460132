import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { readAgent } from '@heliograph/domain/user-agent.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { Pill } from '../../../../ui/status.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { HandOverLink } from './hand-over-link.tsx'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { refreshAccount, sessionsQuery } from './security-queries.ts'
import { useAgentName } from './use-agent-name.ts'

/** The sessions of the account; each can be ended from here. */
export function SessionsCard() {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const client = useQueryClient()
  const query = useQuery(sessionsQuery)
  const nameOf = useAgentName()
  const { running, run } = useAction()
  const rows = query.data?.data ?? []
  const ago = (seconds: number): string => format.age(Math.max(0, nowMs - seconds * 1000))

  const end = (id: number): void =>
    void run(
      String(id),
      async () => {
        await call('DELETE /user-s/acc/session/{id}', { params: { id } })
        await refreshAccount(client)
      },
      text('security.session.ended'),
    )
  const endOthers = (): void =>
    void run(
      'others',
      async () => {
        await call('DELETE /user-s/acc/session')
        await refreshAccount(client)
      },
      text('security.sessions.othersEnded'),
    )

  return (
    <SettingCard
      id="sessions"
      title={text('security.sessions')}
      lead={text('security.sessions.lead')}
      aside={
        <>
          <HandOverLink />
          {rows.length > 1 && (
            <Button size="s" busy={running === 'others'} onClick={endOthers}>
              {text('security.sessions.endOthers')}
            </Button>
          )}
        </>
      }
    >
      <ListState query={query} isEmpty={false} />
      <ul className={styles.securityRows}>
        {rows.map((row) => (
          <li key={row.id}>
            <SettingRow
              icon={readAgent(row.userAgent).isPhone ? 'phone' : 'laptop'}
              {...(row.isCurrent ? { tone: 'ok' as const } : {})}
              title={
                <>
                  {nameOf(row.userAgent)}
                  {row.isCurrent && <Pill tone="ok">{text('security.session.current')}</Pill>}
                  {row.organization && <Pill>{row.organization}</Pill>}
                </>
              }
              hint={[
                row.address,
                text('security.session.since', { age: ago(row.createdAt) }),
                ...(row.isCurrent ? [] : [text('security.session.seen', { age: ago(row.lastSeenAt) })]),
              ].join(' · ')}
            >
              {!row.isCurrent && (
                <Button
                  size="s"
                  kind="quiet"
                  busy={running === String(row.id)}
                  label={text('security.session.end.named', { name: nameOf(row.userAgent) })}
                  onClick={() => end(row.id)}
                >
                  {text('security.session.end')}
                </Button>
              )}
            </SettingRow>
          </li>
        ))}
      </ul>
    </SettingCard>
  )
}
