/**
 * The first screen as text, drawn by the server from the answers that the document carries (server/http/first-screen.ts):
 * the page's own components, once and without effects. Built as one script, which a thread of the server runs anew for each
 * screen: nothing of one is there for the next.
 */
import './server-browser.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { firstScreenOf } from '@heliograph/domain/page-paths.ts'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import React from 'react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { StaticRouter } from 'react-router'
import { startPath } from '../address/start-path.ts'
import { openAlarmsQuery } from '../api/alarm-counts.ts'
import { FIRST_ANSWERS } from '../api/first-answers.ts'
import { FLEET_ANSWER, listsOf } from '../api/first-requests.ts'
import { keepFirstNow } from '../api/live.ts'
import { loadBrand } from '../api/load-brand.ts'
import { tagsQuery, viewsQuery } from '../api/plant-lists.ts'
import { plantCountsQuery, plantListQuery, plantQuery, userQuery } from '../api/queries.ts'
import { loadCountry } from '../api/visitor.ts'
import { toStyleSheet } from '../brand/colors.ts'
import { canChooseCenter } from '../data-center/data-center.ts'
import { applyPreferences, startPreferences } from '../preferences/preferences.ts'
import { isPublic, preload } from '../preload.ts'
import { AppRoutes } from '../routes.tsx'
import { BrandAndLanguage, start } from '../shell/start.tsx'
import { wantFirstTexts } from '../texts/load-texts.ts'
import type { DrawnScreen } from './drawn-screen.ts'
import { visitPage, widthsAsked } from './server-browser.ts'

// Our stores have one value for browser and server.
const { useSyncExternalStore } = React
Object.assign(React, {
  useSyncExternalStore: (subscribe: never, get: () => unknown, getOfServer = get) =>
    useSyncExternalStore(subscribe, get, getOfServer),
})

/** Answers lead to components with questions of their own. */
const MOST_TURNS = 6

export type AskedScreen = Readonly<{
  url: string
  languages: readonly string[]
  cookies: string
  isWide: boolean
  /** As the document carries them: JSON. */
  answers: string
}>

/** Asks what the drawn components asked. @returns whether there is more to draw */
async function answerQueries(client: QueryClient, tried: Set<string>): Promise<boolean> {
  // Also what the page asks for later: it is there already.
  const open = client
    .getQueryCache()
    .getAll()
    .filter(({ state, queryHash }) => state.data === undefined && !tried.has(queryHash))
  const found = await Promise.all(
    open.map(async (query) => {
      tried.add(query.queryHash)
      try {
        await query.fetch()
        return true
      } catch {
        // As before its first answer.
        query.reset()
        return false
      }
    }),
  )
  return found.includes(true)
}

/** Asks what a screen asks once it has others' answers: it is drawn a time less. */
async function askAhead(client: QueryClient, asked: readonly { queryKey: QueryKey }[]): Promise<void> {
  await Promise.all(asked.map((options) => client.prefetchQuery(options)))
  // As before their first answer.
  for (const query of client.getQueryCache().getAll()) if (query.state.status === 'error') query.reset()
}

/** Of a fleet's rows those within a high window: what is below them costs the drawing more than all else of it. */
const mostRows = (isWide: boolean): number => (isWide ? 16 : 6)

function shorten(answers: string, isWide: boolean): string {
  const read: Record<string, unknown> = JSON.parse(answers)
  for (const [call, answer] of Object.entries(read)) {
    if (!call.startsWith(FLEET_ANSWER)) continue
    const { data } = answer as { data?: readonly unknown[] }
    if (Array.isArray(data)) read[call] = { ...(answer as object), data: data.slice(0, mostRows(isWide)) }
  }
  return JSON.stringify(read)
}

/** The words of a screen that waits for something: its own first picture says more. */
const isWhole = (html: string): boolean => !html.includes('splash-sun') && html.includes('<main')

/** Asks for the answers that main.tsx asks for ahead of the page. @returns where it opens; undefined: not known */
async function openSignedIn(
  client: QueryClient,
  { pathname, search }: URL,
  language: LanguageCode,
): Promise<string | undefined> {
  const opens = firstScreenOf(pathname)
  const { preferences } = await client.fetchQuery(userQuery)
  applyPreferences(preferences)
  const { wantsList, wantsCounts } = listsOf(opens === 'start' || opens === 'fleet')
  if (wantsCounts) await client.prefetchQuery(plantCountsQuery(''))
  if (wantsList) await client.prefetchInfiniteQuery(plantListQuery(''))
  const id = Number(new URLSearchParams(search).get('id'))
  await askAhead(client, opens === 'plant' ? [plantQuery(id, language)] : [openAlarmsQuery, viewsQuery, tagsQuery])
  if (opens !== 'start') {
    await keepFirstNow(client, id)
    return `${pathname}${search}`
  }
  const count = client.getQueryData(plantCountsQuery('').queryKey)?.total
  return count === undefined ? undefined : startPath(preferences, search, count)
}

async function drawScreen({
  url: address,
  languages,
  cookies,
  isWide,
  answers,
}: AskedScreen): Promise<DrawnScreen | undefined> {
  const url = new URL(address)
  visitPage({ url, languages, cookies, isWide, texts: { [FIRST_ANSWERS]: shorten(answers, isWide) } })
  applyPreferences(startPreferences(cookies))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } },
  })
  const isSignIn = isPublic(url.pathname)
  if (!isSignIn) wantFirstTexts()
  await Promise.all([loadCountry(), preload(url.pathname)])
  const started = await start(loadBrand(undefined), undefined)
  const { brand, language } = started
  if (brand.isSuspended) return undefined
  const place = isSignIn ? `${url.pathname}${url.search}` : await openSignedIn(client, url, language)
  if (place === undefined) return undefined
  const page = (
    <BrandAndLanguage started={started}>
      <QueryClientProvider client={client}>
        <StaticRouter location={place}>
          <AppRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </BrandAndLanguage>
  )
  const tried = new Set<string>()
  let html = renderToStaticMarkup(page)
  for (let turn = 0; turn < MOST_TURNS && (await answerQueries(client, tried)); turn++)
    html = renderToStaticMarkup(page)
  if (!isWhole(html)) return undefined
  const { locale, font } = getLanguage(language)
  const look = { lang: locale, font, title: document.title, css: toStyleSheet(brand.colors) }
  return {
    ...look,
    html,
    hasCenters: canChooseCenter(brand),
    isLightOnly: brand.link('INVERT_RECT_LOGO', getLanguage(language).code) !== undefined,
    hasAnnouncements: html.includes('data-announcements'),
    isSecure: globalThis.isSecureContext,
    widths: widthsAsked(),
  }
}

Object.assign(globalThis, { drawScreen })
