import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import styles from './direct-card.module.css'
import { commandsQuery } from './direct-queries.ts'
import { showValue } from './register-text.ts'

/** Past commands with their authors, the newest ten. */
export function PastCommands({
  plantId,
  deviceId,
  zone,
}: Readonly<{ plantId: number; deviceId: number; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { data = [] } = useQuery(commandsQuery(plantId, deviceId))
  if (data.length === 0) return null
  return (
    <details className={styles.directPast}>
      <summary>{text('commands.past')}</summary>
      <ol>
        {data.map(({ id, kind, item, before, wanted, after, state, userName, startedAtMs }) => (
          <li key={id}>
            <span>
              {format.moment(startedAtMs, zone)} · {userName ?? text('sharing.audit.gone')}
            </span>
            <span>
              {kind === 'read' && item === null
                ? text('commands.past.read')
                : text(kind === 'read' ? 'commands.past.tried' : 'commands.past.set', {
                    item: item ?? '',
                    before: showValue(before, null, format),
                    after: showValue(state === 'done' && kind === 'write' ? after : wanted, null, format),
                  })}
            </span>
            <span>{text(`commands.state.${state}`)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
