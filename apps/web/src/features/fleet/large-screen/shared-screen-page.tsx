import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { CallFailure } from '../../../api/failure.ts'
import { type SharedScreen as Shown, sharedScreenQuery } from '../../../api/screen.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { useNow } from '../../../ui/now.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { FleetWall } from './fleet-wall.tsx'
import { isNight } from './is-night.ts'
import styles from './large-screen.module.css'
import { PlantWall } from './plant-wall.tsx'
import { Wall } from './wall.tsx'

export const SharedScreenPage = () => (
  <LaterTexts feature="large-screen" waiting={null}>
    <LaterTexts feature="alarm-page" waiting={null}>
      <SharedScreen />
    </LaterTexts>
  </LaterTexts>
)

/** A wall without a session. Its token is behind the #, which no browser sends and no server logs. */
function SharedScreen() {
  const { text } = useText()
  const { code } = useLanguage()
  const token = useLocation().hash.slice(1)
  const [sinceMs] = useState(() => Date.now())
  const all = useQuery(sharedScreenQuery(token, undefined, code))
  const turn = useTurn(all.data, sinceMs)
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...sharedScreenQuery(token, turn, code),
    // The next plant takes the place of this one when its figures are there.
    placeholderData: keepPreviousData,
  })
  // An ended link shows nothing, not even what it showed before.
  if (all.error instanceof CallFailure && all.error.status === 404)
    return (
      <Wall title={text('large-screen.title')} atMs={undefined} isDim={false} error={null} refetch={refetch}>
        <div className={styles.failed}>
          <EmptyState icon="lock" title={text('large-screen.gone')} hint={text('large-screen.gone.hint')} />
        </div>
      </Wall>
    )
  return (
    <Wall
      title={data?.title || data?.plant?.name || text('large-screen.title')}
      atMs={data && dataUpdatedAt}
      isDim={Boolean(data?.look.dims && sleeps(data))}
      color={data?.look.color ?? null}
      error={error}
      refetch={refetch}
    >
      {data?.fleet && <FleetWall screen={data.fleet.screen} places={data.fleet} alarms={data.alarms} />}
      {data?.plant && <PlantWall plant={data.plant} alarms={data.alarms} isNamed={data.title !== ''} />}
    </Wall>
  )
}

/** The plant whose turn it is; undefined: all of them together, or the one of the link. */
function useTurn(all: Shown | undefined, sinceMs: number): number | undefined {
  const now = useNow(1000)
  const { plants = [], look } = all ?? {}
  if (!look?.cycleSeconds || plants.length === 0) return undefined
  const step = Math.floor(Math.max(0, now - sinceMs) / (look.cycleSeconds * 1000)) % (plants.length + 1)
  return step === 0 ? undefined : plants[step - 1]?.id
}

const sleeps = ({ fleet, plant }: Shown): boolean => (fleet ? isNight(fleet.screen) : plant?.now.status === 'asleep')
