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
  /** Changes with the announcement. */
  revision: number
}>

export const shownAnnouncementsQuery = (language: LanguageCode) =>
  queryOptions({
    queryKey: ['announcements', 'shown', language],
    queryFn: async ({ signal }): Promise<readonly ShownAnnouncement[]> => {
      const { data } = await call('POST /backyard-api-s/announcement/content', { body: { lan: language } }, { signal })
      return data.map(({ id, level, title, content, link, lan, updateTime }) => ({
        id,
        level,
        title,
        body: content,
        language: lan,
        revision: updateTime,
        link: safeLink(link),
      }))
    },
    staleTime: 5 * MINUTE_MS,
    refetchInterval: 5 * MINUTE_MS,
  })
