/**
 * The sign-in as text, drawn by the server from the answers that the document carries (server/http/first-screen.ts): the
 * page's own components, once and without effects. Built as a file of its own, which runs in a thread of the server.
 */
import './server-browser.ts'
import { getLanguage } from '@heliograph/domain/languages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import React from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { setTransport } from '../api/call.ts'
import { FIRST_ANSWERS, readFirstAnswersAgain } from '../api/first-answers.ts'
import { loadBrand } from '../api/load-brand.ts'
import { loadCountry } from '../api/visitor.ts'
import { toStyleSheet } from '../brand/colors.ts'
import { canChooseCenter } from '../data-center/data-center.ts'
import { applyPreferences, startPreferences } from '../preferences/preferences.ts'
import { preload } from '../preload.ts'
import { AppRoutes } from '../routes.tsx'
import { BrandAndLanguage, start } from '../shell/start.tsx'
import type { DrawnScreen } from './drawn-screen.ts'
import { visitPage } from './server-browser.ts'

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

/** The words of a screen that waits for something: its own first picture says more. */
const isWhole = (html: string): boolean => !html.includes('splash-sun') && html.includes('<main')

async function draw({
  url: address,
  languages,
  cookies,
  isWide,
  answers,
}: AskedScreen): Promise<DrawnScreen | undefined> {
  const url = new URL(address)
  visitPage({ url, languages, cookies, isWide, texts: { [FIRST_ANSWERS]: answers } })
  readFirstAnswersAgain()
  setTransport({ token: undefined, center: undefined, isHere: false, clientStyle: undefined })
  applyPreferences(startPreferences(cookies))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } },
  })
  try {
    await Promise.all([loadCountry(), preload(url.pathname)])
    const started = await start(loadBrand(undefined), undefined)
    const { brand, language } = started
    if (brand.isSuspended) return undefined
    const page = (
      <BrandAndLanguage started={started}>
        <QueryClientProvider client={client}>
          <StaticRouter location={`${url.pathname}${url.search}`}>
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
    }
  } finally {
    client.clear()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One screen after the other: they share the modules of one page. */
function drawScreen(asked: AskedScreen): Promise<DrawnScreen | undefined> {
  const next = last.then(() => draw(asked))
  last = next.catch(() => undefined)
  return next
}

Object.assign(globalThis, { drawScreen })
