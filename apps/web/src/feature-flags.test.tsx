import { type HideableCode, hideableCodes } from '@heliograph/domain/brand/brand-parts.ts'
import { plantRights } from '@heliograph/domain/permissions.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mira, securityOfMira } from './features/account/account/testing/account-page.tsx'
import { AppRoutes } from './routes.tsx'
import { TrackingConsent } from './shell/tracking-consent.tsx'
import { type Answer, answerCalls, refuse, renderPage } from './testing/render.tsx'

/** Where a feature shows itself, and what is on the same page without it. */
type Shown = Readonly<{ path: string; feature: string | RegExp; without: string | RegExp }>

const REFUSED = 'Not available here'
const page = (path: string, feature: string): Shown => ({ path, feature, without: REFUSED })

const shown: Readonly<Record<HideableCode, Shown>> = {
  register: { path: '/login', feature: 'Create an account', without: 'Forgot password?' },
  forgotPassword: { path: '/login', feature: 'Forgot password?', without: 'Create an account' },
  phoneUse: { path: '/register', feature: 'Email address or phone number', without: 'Email address' },
  gdpr: { path: '/login', feature: /stats\.example/, without: 'Create an account' },
  plantCreate: page('/plant/create', 'New plant'),
  plantShare: { path: '/plant/infos/relate?id=7', feature: 'Invite a person', without: 'People' },
  gateway: { path: '/plant/infos/device?id=7', feature: 'Add device', without: /ask its owner/ },
  dataExport: page('/reports', 'Reports of all plants'),
  accountExport: page('/account/settings/exportAccount', 'Export account data'),
  accountCancel: page('/account/settings/accountRevoke', 'Delete account'),
  accessToken: { path: '/account/settings/security', feature: 'Access tokens', without: 'Sessions' },
  organizationCreate: {
    path: '/account/settings/organization',
    feature: 'Create an organization',
    without: 'Your identities',
  },
  organizationManage: { path: '/account/settings/organization', feature: 'Rename', without: 'Sunrise Solar' },
  invitation: { path: '/account/settings/organization', feature: 'Invite a member', without: 'Rename' },
  deviceLayout: page('/plant/infos/component-layout?id=7', 'Panel layout'),
  largeScreen: page('/largescreen', 'All plants'),
  application: page('/application/home', 'Plans and services'),
  deviceCharge: page('/application/detail/deviceCharge', 'Data plans'),
  messageCharge: page('/application/detail/messageCharge', 'Message costs'),
  insurance: page('/application/detail/insurance', 'Insurance'),
  notice: { path: '/plant/create', feature: 'Maintenance on Sunday', without: 'New plant' },
  message: page('/messages', 'Messages'),
  suggestion: page('/account/settings/suggestion', 'Feedback'),
  onlineCustomer: { path: '/account/settings/udesk', feature: /help\.example/, without: 'No contact named' },
  onlineInstructions: page('/account/settings/instructions', 'User manual'),
}

/** Features that show themselves in a second place. */
const further: readonly (readonly [flag: HideableCode, where: Shown])[] = [
  ['notice', { path: '/login', feature: 'Maintenance on Sunday', without: 'Create an account' }],
  ['message', { path: '/plant/create', feature: 'Messages', without: 'New plant' }],
  ['message', page('/account/settings/message', 'Notifications')],
  ['largeScreen', page('/application/detail/largeScreen', 'Large screens')],
  ['application', page('/application/detail/deviceCharge', 'Data plans')],
]
const rows = [...hideableCodes.map((flag) => [flag, shown[flag]] as const), ...further]

const firm = {
  id: 4,
  name: 'Sunrise Solar',
  code: 'K7WM2XQP',
  createdAtMs: 1_750_000_000_000,
  invitations: [],
  members: [
    {
      userId: 4711,
      nickname: 'Mira',
      account: 'mira',
      email: null,
      role: 'admin',
      sinceMs: 1_750_000_000_000,
      isSelf: true,
    },
  ],
}
const station = {
  id: 7,
  name: 'Lindenhof',
  regionTimezone: 'Europe/Berlin',
  installedCapacity: 9.8,
  status: 'well',
  gridInterconnectionType: 'EXCESS',
  startOperatingTime: null,
  installationPlanes: [],
  installedCapacities: [],
  statusSince: 1,
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null },
  warningStatus: 'NORMAL',
  externalRoleCode: [],
  roleCode: plantRights.map((code) => ({ code, isOn: 1 })),
}
const announcement = {
  id: 7,
  level: 'warning',
  title: 'Maintenance on Sunday',
  content: 'From 2 to 3.',
  link: '',
  lan: 'en',
  startTime: 1_780_000_000,
  endTime: null,
  updateTime: 1_780_000_000,
}
const answers: Readonly<Record<string, Answer>> = {
  'GET /user-s/acc/setup': () => ({ open: false }),
  'GET /user-s/acc/registration': () => ({ open: true, sms: true }),
  'GET /oauth2-s/third-party': () => ({ data: [] }),
  'POST /maintain-s/operating/station/search': () => ({ total: 1, data: [] }),
  'GET /maintain-s/station/7/detail': () => station,
  'GET /maintain-s/station/7/members': () => ({
    members: [],
    invitations: [],
    offer: null,
    supportOpen: false,
    isOwner: true,
  }),
  'GET /maintain-s/station/7/queryRelated/businesses': () => ({ total: 0, data: [] }),
  'POST /backyard-api-s/announcement/content': () => ({ total: 1, data: [announcement] }),
  'GET /user-s/org/4': () => firm,
  'GET /user-s/acc/security': () => securityOfMira,
  'GET /maintain-s/fast/device/7/device-list': () => [],
  'GET /maintain-s/power/system/7/device': () => ({ total: 0, data: [] }),
}

function open(flag: HideableCode, path: string, isHidden: boolean): void {
  // The flag alone would also be set where nothing is published: the server refuses where the brand blocks it.
  const documents: Answer = () => (isHidden ? refuse(403, { code: 'NO_PERMISSION', no: 21 }) : { total: 0, data: [] })
  vi.stubGlobal('fetch', vi.fn(answerCalls({ ...answers, 'GET /backyard-api-s/document/getDocList': documents })))
  const isOfFirm = flag === 'organizationManage' || flag === 'invitation'
  const user = {
    ...mira,
    ...(isOfFirm ? { identity: 'ORG_ADMIN' as const, organization: { id: 4, name: firm.name } } : {}),
    functions: hideableCodes.map((code) => ({ code, isOn: 2 as const })),
  }
  const brand = {
    trackingCode: '<script src="https://stats.example/s.js"></script>',
    support: { link: 'https://help.example', mail: undefined, hours: '' },
    blocked: new Set<string>(isHidden ? [flag] : []),
  }
  const options = /^\/(?:login|register)/.test(path) ? {} : { user }
  renderPage(
    <>
      <AppRoutes />
      <TrackingConsent />
    </>,
    { path, brand, ...options },
  )
}
const all = (name: string | RegExp): readonly HTMLElement[] => [
  ...screen.queryAllByText(name),
  ...screen.queryAllByLabelText(name),
]

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a feature flag', () => {
  it.each(rows)('%s hides its feature from the page, and only then: %j', async (flag, { path, feature, without }) => {
    open(flag, path, false)
    await waitFor(() => expect(all(feature)).not.toEqual([]))
    expect(screen.queryByText(REFUSED)).toBeNull()
    cleanup()
    open(flag, path, true)
    await waitFor(() => expect(all(without)).not.toEqual([]))
    expect(screen.queryByRole('heading', { level: 1, name: feature })).toBeNull()
    if (without !== REFUSED) expect(all(feature)).toEqual([])
  })
})
