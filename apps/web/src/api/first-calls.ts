/**
 * Calls that a page makes before its first screen is whole, as the document answers them (server/http/first-answers.ts).
 * The build writes them beside the documents. {id}, {language} and {host} stand for what the address and the browser say.
 */
import type { CallName } from '@heliograph/contract/calls.ts'
import { FLEET_PAGE_SIZE, firstPaths, PLANT_PAGE_SIZE, toBrandRequest, toPlantSearch } from './first-requests.ts'
import { toQuery } from './path.ts'
import { toWireOrder, worstFirst } from './plant-order.ts'

export type FirstCall = Readonly<{
  name: CallName
  path: string
  body?: string
  /** Beside a wide page only. */
  isWide?: true
}>

const get = (path: string, name = `GET ${path}`): FirstCall => ({ name: name as CallName, path })
const post = (path: string, body?: unknown): FirstCall => ({
  name: `POST ${path.split('?')[0]}` as CallName,
  path,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

const always = [
  get(firstPaths.country),
  post(firstPaths.brand, toBrandRequest(undefined, '{host}').body),
  post('/backyard-api-s/announcement/content', { lan: '{language}' }),
]
const signedIn = [
  // The first of a session: without it the others are not asked for.
  get(firstPaths.user),
  ...always,
  get('/user-s/acc/identity'),
  get('/message-s/message/unreaded/counts'),
]
const { query, body } = toPlantSearch({ page: 1, size: PLANT_PAGE_SIZE })
const list: FirstCall = { ...post(`${firstPaths.plants}${toQuery(query)}`, body), isWide: true }
const fleetQuery = toQuery({ page: 1, size: FLEET_PAGE_SIZE, ...toWireOrder(worstFirst) })
const fleet = [
  ...signedIn,
  post(firstPaths.counts, {}),
  post(`/maintain-s/operating/station/fleet${fleetQuery}`, {}),
  post('/maintain-s/operating/station/today'),
  post('/maintain-s/operating/alert/counts'),
  post('/maintain-s/operating/alert/trend'),
  get('/maintain-s/operating/station/names'),
  get('/maintain-s/station/views'),
  get('/maintain-s/station/tags'),
  get('/maintain-s/station/bin'),
]
const alarmsOf = (property: string, status: number, more: object): FirstCall =>
  post(
    `/maintain-s/operating/alert/search${toQuery({ page: 1, size: 3, 'order.property': property, 'order.direction': 'DESC' })}`,
    { plantId: '{id}', language: '{language}', status, ...more, grouping: 'alert' },
  )

/** By the kind of address (domain/page-paths.ts). */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  'sign-in': [...always, get('/oauth2-s/third-party'), get('/user-s/acc/registration')],
  'signed-in': [...signedIn, list],
  start: fleet,
  fleet,
  plant: [
    ...signedIn,
    list,
    get('/maintain-s/station/{id}/detail?language={language}', 'GET /maintain-s/station/{id}/detail'),
    get('/maintain-s/operating/system/{id}'),
    // As the stream begins (live.ts).
    get('/maintain-s/fast/system/{id}'),
    get('/maintain-s/station/{id}/recount'),
    get('/maintain-s/history/power/{id}/forecast'),
    get('/maintain-s/history/power/{id}/low-yesterday'),
    alarmsOf('level', 1, { blocked: false }),
    alarmsOf('startTime', 0, {}),
  ],
}
