import type { CallReply } from '@heliograph/contract/calls.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import styles from './security-events-page.module.css'

type Row = CallReply<'GET /maintain-s/operating/security-events'>['data'][number]

/** Newest first. Times are this computer's, because a server has no place. */
export function EventTable({ rows }: Readonly<{ rows: readonly Row[] }>) {
  const { text } = useText()
  const format = useFormat()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const who = ({ account, nameHash }: Row): string =>
    account ?? (nameHash === '' ? '--' : text('security-events.unknownName', { hash: nameHash.slice(0, 8) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <section className={styles.eventsTable} tabIndex={0} aria-label={text('security-events.list')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('security-events.at')}</th>
            <th scope="col">{text('security-events.what')}</th>
            <th scope="col">{text('security-events.who')}</th>
            <th scope="col">{text('security-events.address')}</th>
            <th scope="col">{text('security-events.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{format.timestamp(row.lastAt * 1000, zone)}</td>
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
    </section>
  )
}
