import type { SecurityEvent } from '../../../api/security-events.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import styles from './security-events-page.module.css'

/** Newest first. Times are this computer's, because a server has no place. */
export function EventTable({ rows }: Readonly<{ rows: readonly SecurityEvent[] }>) {
  const { text } = useText()
  const format = useFormat()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const who = ({ account, nameHash }: SecurityEvent): string =>
    account ?? (nameHash === '' ? '--' : text('security-events.unknownName', { hash: nameHash.slice(0, 8) }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <div className={styles.eventsTable} role="group" tabIndex={0} aria-label={text('security-events.list')}>
      <table>
        <ColumnHeads
          labels={(['at', 'what', 'who', 'address', 'count'] as const).map((column) =>
            text(`security-events.${column}`),
          )}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{format.moment(row.lastMs, zone)}</td>
              <td>
                {text(`security-events.kind.${row.kind}`)}
                <div className="tiny faint">
                  {row.reason} · {row.call}
                </div>
              </td>
              <td>{who(row)}</td>
              <td>{row.address}</td>
              <td>{format.count(row.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
