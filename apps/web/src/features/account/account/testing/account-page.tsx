/** Renders a page of the account area inside its frame, as a signed-in user with a sample account. */
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { vi } from 'vitest'
import type { CurrentUser, SecurityState } from '../../../../api/account-types.ts'
import { RequireUser } from '../../../../shell/require-user.tsx'
import { type Answer, answerCalls, renderPage } from '../../../../testing/render.tsx'

export const mira: CurrentUser = {
  id: 4711,
  account: 'mira',
  nickname: 'Mira Lindqvist',
  email: 'mira@example.org',
  phone: null,
  country: 'DE',
  language: 'en',
  isAdmin: false,
  identity: 'USER',
  organization: null,
  roleId: 1,
  roles: [{ id: 1, code: 'USER' }],
  functions: ['accountExport', 'accountCancel', 'accessToken'].map((code) => ({ code, isOn: 2 })),
  roleCodes: ['user'],
  plantCount: 2,
  hasPhoto: false,
  hasPassword: true,
  preferences: {
    temperatureUnit: 'C',
    theme: 'system',
    numberFormat: 'auto',
    dateFormat: 'locale',
    defaultPlantId: null,
    startPage: 'data',
    layoutVersion: 'auto',
    starredValues: [],
  },
  prompts: [],
  invitationCount: 0,
}

export const securityOfMira: SecurityState = {
  hasPassword: true,
  passwordChangedAt: 1_700_000_000,
  passwordIsWeak: false,
  email: 'mira@example.org',
  phone: null,
  authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
  passkeyCount: 0,
  sessionCount: 1,
  tokenCount: 0,
}

export const none: Answer = () => ({ data: [] })

export function openAccountPage(
  element: ReactNode,
  {
    user = {},
    answers = {},
    path = '/account/settings/here',
  }: Readonly<{ user?: Partial<CurrentUser>; answers?: Readonly<Record<string, Answer>>; path?: string }> = {},
): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /user-s/acc/org/login-user': () => ({ ...mira, ...user }),
        'GET /user-s/acc/security': () => securityOfMira,
        ...answers,
      }),
    ),
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="*" element={element} />
      </Route>
    </Routes>,
    { path },
  )
}
