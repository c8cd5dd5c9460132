import { useQuery } from '@tanstack/react-query'
import { openAlarmsQuery } from '../../../api/alarm-counts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import styles from './alarm-count.module.css'

/** The number of open alarms beside the link to them; nothing where there is none. */
export function AlarmCount() {
  const format = useFormat()
  const { data } = useQuery(openAlarmsQuery)
  if (data === undefined || data.open === 0) return null
  return (
    <span className={styles.alarmCount} data-faults={data.faults > 0 || undefined}>
      {format.count(data.open)}
    </span>
  )
}
