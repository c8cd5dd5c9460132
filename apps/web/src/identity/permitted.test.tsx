import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../api/account-types.ts'
import { defaultBrand } from '../api/brand.ts'
import { BrandContext } from '../brand/brand-context.ts'
import { RequireUser } from '../shell/require-user.tsx'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { isPermittedHere, Permitted } from './permitted.tsx'

type Holder = Pick<CurrentUser, 'roleCodes' | 'functions'>
const user: Holder = {
  roleCodes: ['user'],
  functions: [
    { code: 'off', isOn: 0 },
    { code: 'own', isOn: 1 },
    { code: 'inherited', isOn: 2 },
    { code: 'odd', isOn: 3 },
  ],
}
const none: ReadonlySet<string> = new Set()

describe('isPermittedHere', () => {
  it.each<[readonly string[], boolean]>([
    [['user'], true],
    [['manager'], false],
    [['manager', 'user'], true],
    [['own'], true],
    [['inherited'], true],
    [['off'], false],
    [['odd'], false],
    [['unheard-of'], false],
    [[], false],
  ])('%j: %s', (any, expected) => expect(isPermittedHere(user, any, none)).toBe(expected))

  it('passes users without role codes, but never what the brand blocks', () => {
    const bare = { roleCodes: [], functions: [] }
    expect(isPermittedHere(bare, ['manager'], none)).toBe(true)
    expect(isPermittedHere(bare, ['manager'], new Set(['manager']))).toBe(false)
    expect(isPermittedHere(user, ['own'], new Set(['own']))).toBe(false)
    expect(isPermittedHere(user, ['own', 'user'], new Set(['own']))).toBe(true)
  })
})

describe('Permitted', () => {
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  it('shows the part or its replacement, and hides what the brand blocks', async () => {
    vi.stubGlobal('fetch', answerCalls({ 'GET /user-s/acc/org/login-user': () => user }))
    renderPage(
      <BrandContext value={{ ...defaultBrand, blocked: new Set(['inherited']) }}>
        <Routes>
          <Route element={<RequireUser />}>
            <Route
              path="*"
              element={
                <>
                  <Permitted any={['own']}>shown</Permitted>
                  <Permitted any={['off']} fallback="refused">
                    never
                  </Permitted>
                  <Permitted any={['inherited']}>blocked</Permitted>
                </>
              }
            />
          </Route>
        </Routes>
      </BrandContext>,
    )
    await screen.findByText(/shown.*refused/)
    expect(screen.queryByText(/never|blocked/)).toBeNull()
  })
})
