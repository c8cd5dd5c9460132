/** Announcements of the operator to everyone: all that the first screens need of publications.ts. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { AnnouncementLevel } from '@heliograph/domain/publication.ts'
import { queryOptions } from '@tanstack/react-query'
import { safeLink } from './brand.ts'
import { call } from './call.ts'

/** In the language of the page, or the nearest that exists. */
export type ShownAnnouncement = Readonly<{
  id: number
  level: AnnouncementLevel
  title: string
  body: string
  /** undefined: none. */
  link: string | undefined
  language: string
  /** Epoch ms of its end; null: until it is removed. */
  untilMs: number | null
  /** Changes with the announcement. */
  revision: number
}>

const USUAL_MS = 5 * MINUTE_MS
const SOONEST_MS = MINUTE_MS / 4

/** Time until the next look, ms: every five minutes, and when one of the shown ends. */
export function findNextLookMs(shown: readonly Pick<ShownAnnouncement, 'untilMs'>[], nowMs: number): number {
  const ends = shown.flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs - nowMs]))
  return Math.min(USUAL_MS, Math.max(SOONEST_MS, Math.min(...ends)))
}

export const shownAnnouncementsQuery = (language: LanguageCode) =>
  queryOptions({
    queryKey: ['announcements', 'shown', language],
    queryFn: async ({ signal }): Promise<readonly ShownAnnouncement[]> => {
      const { data } = await call('POST /backyard-api-s/announcement/content', { body: { lan: language } }, { signal })
      return data.map(({ id, level, title, content, link, lan, endTime, updateTime }) => ({
        id,
        level,
        title,
        body: content,
        language: lan,
        untilMs: endTime === null ? null : endTime * 1000,
        revision: updateTime,
        link: safeLink(link),
      }))
    },
    staleTime: 5 * MINUTE_MS,
    refetchInterval: ({ state }) => findNextLookMs(state.data ?? [], Date.now()),
  })
