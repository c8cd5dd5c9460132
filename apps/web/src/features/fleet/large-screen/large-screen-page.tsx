import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { screenAlarmsQuery, screenPlacesQuery, screenQuery } from '../../../api/screen.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { FleetWall } from './fleet-wall.tsx'
import { isNight } from './is-night.ts'
import { Wall } from './wall.tsx'

/** All plants of the session on a wall: `?title=` names it, `?dim=off` keeps it bright at night. */
export function LargeScreenPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const [query] = useSearchParams()
  const { data, error, dataUpdatedAt, refetch } = useQuery(screenQuery)
  const { data: places } = useQuery(screenPlacesQuery)
  const { data: alarms } = useQuery(screenAlarmsQuery(code))
  return (
    <Wall
      title={query.get('title')?.slice(0, 80) || text('large-screen.title')}
      atMs={data && dataUpdatedAt}
      isDim={query.get('dim') !== 'off' && data !== undefined && isNight(data)}
      error={error}
      refetch={refetch}
    >
      <FleetWall screen={data} places={places} alarms={alarms} />
    </Wall>
  )
}
