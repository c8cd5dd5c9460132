/** First requests of a page, apart from their sender: the build lists them too (first-calls.ts). */
import type { Status } from '@heliograph/domain/status.ts'
import { type PlantSort, toWireOrder, worstFirst } from './plant-order.ts'

export const firstPaths = {
  country: '/user-s/acc/country-info',
  brand: '/backyard-api-s/oem/project/basic-info',
  user: '/user-s/acc/org/login-user',
  plants: '/maintain-s/operating/station/search',
  counts: '/maintain-s/operating/station/counts',
} as const

const TEXT_TYPES = [
  'SHOW_NAME',
  'APP_SHOW_NAME',
  'RECT_LOGO',
  'INVERT_RECT_LOGO',
  'LOGIN_BK_IMG',
  'APP_DOWNLOAD_LOGO',
  'APP_DOWNLOAD_QRCODE',
  'APP_STORE_DESCRIPTION',
  'IOS_DOWNLOAD_LINK',
  'ANDROID_DOWNLOAD_LINK',
  'SERVICE_TC',
  'PRIVATE_TC',
  'MANNUAL_URL',
  'ICP_BEIAN_URL',
  'ICP_BEIAN_NAME',
  'GONGAN_BEIAN_URL',
  'GONGAN_BEIAN_NAME',
  'DATA_CENTER_CURRENT',
  'DATA_CENTER_VISIT_DOMAIN_2',
]

export const toBrandRequest = (clientStyle: string | undefined, visitDomain: string) => ({
  body: {
    channel: 'WEB' as const,
    platform: 'INTELLGENT' as const,
    colorCategoryList: ['common' as const],
    projectId: clientStyle?.slice(0, 60) ?? null,
    textTypeList: TEXT_TYPES,
    visitDomain,
  },
})

export const PLANT_PAGE_SIZE = 20
export const FLEET_PAGE_SIZE = 25
/** How the key of a fleet's answer in the document begins. */
export const FLEET_ANSWER = 'POST /maintain-s/operating/station/fleet?'

export type PlantSearch = Readonly<{
  keyword?: string
  status?: Status | undefined
  /** Absent: the worst first. */
  sort?: PlantSort | undefined
  page: number
  size: number
}>

export const toPlantSearch = ({ keyword = '', status, sort = worstFirst, page, size }: PlantSearch) => ({
  query: { page, size, ...toWireOrder(sort) },
  body: { ...(keyword === '' ? {} : { keyword }), ...(status === undefined ? {} : { statuses: [status] }) },
})

/** Which lists of plants a first screen asks for: the list stands beside it on a wide page, except beside the fleet. */
export const listsOf = (isFleet: boolean) => ({
  wantsList: !isFleet && window.matchMedia(WIDE).matches,
  wantsCounts: isFleet,
})
/** Whether list and page are side by side; not on a phone. */
export const WIDE = '(min-width: 761px)'
