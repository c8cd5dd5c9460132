import { createRoot } from 'react-dom/client'
import { readAddress } from './address/address.ts'
import { readKeyword } from './address/url-state.ts'
import { setTransport } from './api/call.ts'
import { plantListQuery, userQuery } from './api/queries.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, type FailureSink } from './app.tsx'
import { startRenewal } from './auth/renewal.ts'
import { clearToken, endSession, restoreToken, storeToken } from './auth/session.ts'
import { readLoginCentre } from './auth/session-life.ts'
import { storeRegion } from './data-centre/region.ts'
import { startTheme } from './preferences/theme.ts'
import { isPublic, preload } from './preload.ts'
import { start } from './shell/start.tsx'

const CLIENT_STYLE = 'heliograph.clientStyle'

/** Takes token and region out of the URL before anything else can see them. */
async function takeOver(): Promise<string | undefined> {
  const { token, region, clientStyle, rest } = readAddress(window.location.href)
  window.history.replaceState(window.history.state, '', rest)
  if (region) storeRegion(region)
  if (clientStyle) sessionStorage.setItem(CLIENT_STYLE, clientStyle)
  restoreToken()
  const centre = readLoginCentre()
  if (centre) setTransport({ centre })
  if (token === 'clear') await endSession()
  else if (token) {
    clearToken()
    storeToken(token)
  }
  return sessionStorage.getItem(CLIENT_STYLE) ?? undefined
}

async function main(): Promise<void> {
  startTheme()
  setTransport({ seals: true })
  const clientStyle = await takeOver()
  const sink: FailureSink = { tell: () => undefined }
  const client = createQueryClient((failure) => {
    sink.tell(failure)
    // The user is requested again, fails the same way, and RequireUser leads to the sign-in.
    if (failure.verdict.goToLogin) {
      clearToken()
      const asked = client.getQueryState(userQuery.queryKey)
      if (asked?.status === 'success') void client.invalidateQueries({ queryKey: userQuery.queryKey })
    }
  })
  const { pathname, search } = window.location
  preload(pathname)
  await startRenewal(client)
  if (!isPublic(pathname)) {
    void client.prefetchQuery(userQuery)
    void client.prefetchInfiniteQuery(plantListQuery(readKeyword(new URLSearchParams(search))))
  }
  const started = await start(clientStyle)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App started={started} client={client} sink={sink} clientStyle={clientStyle} />)
}

void main()
