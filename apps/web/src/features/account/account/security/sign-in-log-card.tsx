import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ColumnHeads } from '../../../../ui/column-heads.tsx'
import { SettingCard } from '../../../../ui/setting.tsx'
import { Pill, type Tone } from '../../../../ui/status.tsx'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { signInLogQuery } from './security-queries.ts'
import { useAgentName } from './use-agent-name.ts'

const toneOf: Readonly<Record<string, Tone>> = { success: 'ok', failed: 'fault', secondStep: 'neutral' }

/** Successful and failed sign-ins, newest first. Times are this computer's, because an account has no place. */
export function SignInLogCard() {
  const { text, has } = useText()
  const format = useFormat()
  const query = useInfiniteQuery(signInLogQuery)
  const nameOf = useAgentName()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const word = (kind: 'method' | 'outcome', value: string): string => {
    const key = `security.log.${kind}.${value}`
    return has(key) ? text(key) : value
  }

  return (
    <SettingCard
      id="log"
      title={text('security.log')}
      lead={text('security.log.lead')}
      aside={total > 0 && <span className="tiny faint">{text('shell.total', { total })}</span>}
    >
      <ListState query={query} isEmpty={rows.length === 0} none={text('security.log.none')} />
      {rows.length > 0 && (
        <div className={styles.logTable}>
          <table>
            <ColumnHeads
              labels={(['at', 'from', 'address', 'outcome'] as const).map((column) => text(`security.log.${column}`))}
            />
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{format.moment(row.at * 1000, zone)}</td>
                  <td>
                    {nameOf(row.userAgent)}
                    <span className="tiny faint"> · {word('method', row.method)}</span>
                  </td>
                  <td>{row.address}</td>
                  <td>
                    <Pill tone={toneOf[row.outcome] ?? 'neutral'}>{word('outcome', row.outcome)}</Pill>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <div className={styles.securityMore}>
          <Button size="s" kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text('shell.action.loadMore')}
          </Button>
        </div>
      )}
    </SettingCard>
  )
}
