import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantSettingsPath } from '../../../address/paths.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import type { Registered } from '../../../api/loggers.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Pill, type Tone } from '../../../ui/status.tsx'
import styles from './logger-page.module.css'

const toneOf: Readonly<Record<Registered['result'], Tone>> = {
  REGISTERED: 'ok',
  ALREADY_HERE: 'neutral',
  ELSEWHERE: 'warn',
  WAITING: 'warn',
  INVALID: 'fault',
  NOT_IN_REGION: 'fault',
}

/** The result for each serial number; one that waited for its proof follows what the plant's loggers say now. */
export function RegisterResults({ plantId, results }: Readonly<{ plantId: number; results: readonly Registered[] }>) {
  const { text, gap } = useText()
  const { data } = useQuery({ ...loggersQuery(plantId), enabled: results.length > 0 })
  const rows = results.map((row): Registered => {
    const isProven = row.result === 'WAITING' && data?.loggers.some(({ serial }) => serial === row.serial) === true
    return isProven ? { ...row, result: 'REGISTERED' } : row
  })
  return (
    <div role="status">
      {rows.length > 0 && (
        <ul className={styles.loggerResults}>
          {rows.map((row) => (
            <li key={row.serial}>
              <span className={styles.loggerSerial}>{row.serial}</span>
              <Pill tone={toneOf[row.result]}>
                {row.result === 'NOT_IN_REGION' ? text('logger-many.elsewhere') : text(`logger.result.${row.result}`)}
              </Pill>
              {row.result === 'NOT_IN_REGION' && <span className="tiny muted">{text('error.59')}</span>}
              {(row.result === 'WAITING' || row.result === 'INVALID') && (
                <span className="tiny muted">{text(`logger.result.${row.result}.hint`)}</span>
              )}
              {row.plant && (
                <span className="tiny muted">
                  {text('logger.result.ELSEWHERE.hint')}
                  {gap}
                  <Link to={plantSettingsPath(row.plant.id, 'devices')}>{row.plant.name}</Link>
                </span>
              )}
              {row.waitingRecords > 0 && (
                <span className="tiny muted">{text('logger.result.waiting', { count: row.waitingRecords })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
