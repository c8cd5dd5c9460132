import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { forwardPath } from '../../../address/paths.ts'
import { fetchConnections } from '../../../api/communication.ts'
import { forwardsQuery } from '../../../api/forwards.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './logger-card.module.css'

/** How a logger is connected, as far as it says so itself; asked for when it is opened. */
export function LoggerConnection({ serial }: Readonly<{ serial: string }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.loggerCardMore} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('communication.connection')}</summary>
      {isOpen && <ConnectionFacts serial={serial} />}
    </details>
  )
}

function ConnectionFacts({ serial }: Readonly<{ serial: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const { data, error, refetch } = useQuery({
    queryKey: [...plantKey(plantId), 'connections'],
    queryFn: ({ signal }) => fetchConnections(plantId, signal),
    staleTime: MINUTE_MS,
  })
  const { data: forwards } = useQuery({ ...forwardsQuery(plantId), staleTime: MINUTE_MS })
  const logger = forwards?.loggers.find((item) => item.serial === serial)
  const found = data?.find((item) => item.serial === serial)
  if (error && !data)
    return (
      <ErrorPanel
        compact
        failure={error}
        title={text('communication.connection.failed')}
        onRetry={() => void refetch()}
      />
    )
  if (!found) return <Skeleton height={90} />
  const seconds = (value: number | null) => format.duration(value === null ? null : value * 1000)
  const { network } = found
  return (
    <Facts
      className={styles.loggerCardFacts}
      facts={[
        [text('communication.connection.link'), found.link ? text('communication.connection.wlan') : '--'],
        [text('communication.signal'), format.percent(found.signalPercent, 0)],
        [text('communication.connection.firmware'), found.firmware ?? '--'],
        [text('communication.connection.heartbeat'), seconds(found.heartbeatS)],
        [text('communication.connection.started'), format.moment(found.startedMs, zone)],
        [text('communication.connection.inAll'), seconds(found.totalWorkingS)],
        [text('communication.connection.connects'), format.count(found.connectsToday)],
        [text('communication.connection.first'), format.moment(found.firstSeenMs, zone)],
        ...(logger !== undefined && (logger.forward !== null || forwards?.clouds.length !== 0)
          ? ([
              [
                text('logger-forward.title'),
                <Link key="forward" to={forwardPath(plantId)}>
                  {logger.forward?.cloud ?? text('logger-forward.off')}
                </Link>,
              ],
            ] as const)
          : []),
        ...(network
          ? ([
              [text('communication.connection.ssid'), network.ssid ?? '--'],
              [text('communication.connection.address'), network.localAddress ?? '--'],
              [text('communication.connection.mac'), network.mac ?? '--'],
            ] as const)
          : []),
      ]}
    />
  )
}
