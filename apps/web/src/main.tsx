// The order of the sheets: those of single parts follow.
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/splash.css'
import { firstScreenOf } from '@heliograph/domain/page-paths.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { readAddress } from './address/address.ts'
import { readKeyword } from './address/url-state.ts'
import { ownPath } from './api/base-path.ts'
import { callCenter, setTransport } from './api/call.ts'
import { forgetFirstAnswers } from './api/first-answers.ts'
import { listsOf } from './api/first-requests.ts'
import { loadBrand } from './api/load-brand.ts'
import { plantCountsQuery, plantListQuery, userQuery } from './api/queries.ts'
import { createQueryClient } from './api/query-client.ts'
import { loadCountry } from './api/visitor.ts'
import { App, type FailureSink } from './app.tsx'
import { type HandOver, toHandOver } from './auth/hand-over.ts'
import { startRenewal } from './auth/renewal.ts'
import { dropSession, restoreToken } from './auth/session.ts'
import { readLoginCenter } from './auth/session-life.ts'
import { storeRegion } from './data-center/region.ts'
import { replaceDrawn } from './drawn/take-over.ts'
import { startTheme } from './preferences/theme.ts'
import { isPublic, preload } from './preload.ts'
import { hearLess } from './shell/hear-less.ts'
import { registerOfflineWorker } from './shell/offline-worker.ts'
import { start } from './shell/start.tsx'
import { wantFirstTexts } from './texts/load-texts.ts'

/** Of the document's; what a part asks for later it asks the server. */
const MOST_ANSWER_AGE_MS = 15_000
const CLIENT_STYLE = 'heliograph.clientStyle'

/** Takes token and region out of the URL before anything else can see them. */
function takeOver(): Readonly<{ clientStyle: string | undefined; handOver: HandOver | undefined }> {
  const { token, region, clientStyle, rest } = readAddress(window.location.href)
  const { pathname, search, hash } = window.location
  // It costs the browser a message to its other processes.
  if (rest !== `${pathname}${search}${hash}`) window.history.replaceState(window.history.state, '', rest)
  if (region) storeRegion(region)
  if (clientStyle) sessionStorage.setItem(CLIENT_STYLE, clientStyle)
  const style = sessionStorage.getItem(CLIENT_STYLE) ?? undefined
  // Of any alphabet: a header takes ASCII only.
  setTransport({ clientStyle: style && encodeURIComponent(style).slice(0, 60) })
  restoreToken()
  const center = readLoginCenter()
  if (center) setTransport({ center })
  return { clientStyle: style, handOver: toHandOver(token) }
}

/** Data of a signed-in user's first screen: requested once the brand is known, and not for a brand out of service. */
function prefetch(client: QueryClient, { pathname, search }: Location): void {
  void client.prefetchQuery(userQuery)
  // A wall shows no list, and its pins before anything else.
  if (ownPath(pathname) === '/largescreen')
    void import('./api/screen.ts').then(({ screenPlacesQuery }) => client.prefetchQuery(screenPlacesQuery))
  else {
    const opens = firstScreenOf(ownPath(pathname))
    const { wantsList, wantsCounts } = listsOf(opens === 'start' || opens === 'fleet')
    if (wantsCounts) void client.prefetchQuery(plantCountsQuery(''))
    if (wantsList) void client.prefetchInfiniteQuery(plantListQuery(readKeyword(new URLSearchParams(search))))
  }
}

/** Outside of the document while a screen that the server drew stands in its place. */
function findRoot(): HTMLElement {
  const found = document.getElementById('root')
  if (found) return found
  const root = document.createElement('div')
  root.id = 'root'
  return root
}

async function main(): Promise<void> {
  startTheme()
  setTransport({ seals: true })
  const { clientStyle, handOver } = takeOver()
  const sink: FailureSink = { tell: () => undefined }
  const client = createQueryClient((failure) => sink.tell(failure))
  setTransport({ onSessionEnd: (failure) => dropSession(client, failure) })
  void loadCountry()
  const branded = loadBrand(clientStyle)
  const pathname = ownPath(window.location.pathname)
  if (pathname !== '/login' || handOver) wantFirstTexts()
  const screens = preload(pathname)
  await startRenewal(client)
  const assumed = callCenter()
  if (!isPublic(pathname) && handOver === undefined)
    void branded.then(({ isSuspended }) => isSuspended || prefetch(client, window.location))
  const [started] = await Promise.all([start(branded, clientStyle), screens])
  // Requests before the brand was known went to another data center.
  if (assumed !== undefined && assumed !== callCenter()) client.clear()
  const root = findRoot()
  hearLess(root)
  createRoot(root).render(
    <App started={started} client={client} sink={sink} clientStyle={clientStyle} handOver={handOver} />,
  )
  void replaceDrawn(root)
  for (const type of ['pointerdown', 'keydown'])
    window.addEventListener(type, forgetFirstAnswers, { once: true, capture: true })
  setTimeout(forgetFirstAnswers, MOST_ANSWER_AGE_MS)
  registerOfflineWorker()
}

void main()
