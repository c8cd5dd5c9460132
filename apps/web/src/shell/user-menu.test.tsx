import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Brand, defaultBrand } from '../api/brand.ts'
import { BrandContext } from '../brand/brand-context.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import styles from './avatar.module.css'
import { RequireUser } from './require-user.tsx'
import { UserMenu } from './user-menu.tsx'

const helpFunctions = ['onlineInstructions', 'onlineCustomer', 'suggestion'].map((code) => ({ code, isOn: 2 }))
const user = {
  id: 1,
  account: 'mira',
  isAdmin: false,
  nickname: '',
  roleCodes: ['user'],
  functions: helpFunctions,
  hasPhoto: false,
}

async function open(changes: object = {}, hasCenters = false, brand: Partial<Brand> = {}) {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /user-s/acc/org/login-user': () => ({ ...user, ...changes }),
        'GET /user-s/acc/photo': () => ({ photo: 'data:image/webp;base64,UklGRg==' }),
      }),
    ),
  )
  renderPage(
    <BrandContext value={{ ...defaultBrand, hasCenters, ...brand }}>
      <Routes>
        <Route element={<RequireUser />}>
          <Route path="*" element={<UserMenu onKeys={() => undefined} />} />
        </Route>
      </Routes>
    </BrandContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Account and appearance' }))
  await screen.findByRole('menu')
}
const links = () => screen.getAllByRole('menuitem').flatMap((element) => element.getAttribute('href') ?? [])

// The list is loaded on first use; the first test should not wait for it.
beforeAll(() => import('../ui/menu-list.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('UserMenu', () => {
  it('links to the account area, and to data centers only where there are several', async () => {
    await open()
    expect(links()).toEqual(
      expect.arrayContaining(['/account/settings/base', '/account/settings/common', '/account/settings/security']),
    )
    expect(links()).not.toContain('/account/settings/data-center')
    cleanup()
    await open({}, true)
    expect(links()).toContain('/account/settings/data-center')
  })

  it('leads to help, feedback and, as an administrator, to the operator page', async () => {
    await open({}, false, { blocked: new Set(['onlineCustomer']) })
    expect(links()).toEqual(
      expect.arrayContaining(['/account/settings/instructions', '/account/settings/suggestion?from=%2F', '/version']),
    )
    expect(links()).not.toContain('/account/settings/udesk')
    expect(links()).not.toContain('/account/settings/operator')
    cleanup()
    await open({ isAdmin: true })
    expect(links()).toEqual(expect.arrayContaining(['/account/settings/udesk', '/account/settings/operator']))
  })

  it('opens the manual of the brand where it has one', async () => {
    await open({}, false, { link: (type) => (type === 'MANNUAL_URL' ? 'https://example.org/manual' : undefined) })
    expect(links()).toContain('https://example.org/manual')
    expect(links()).not.toContain('/account/settings/instructions')
  })

  it('has no link to an area that is refused', async () => {
    await open({ roleCodes: ['guest'] })
    expect(links().filter((href) => href.startsWith('/account'))).toEqual([])
  })

  it('shows the photo, and never an invalid picture', async () => {
    await open({ hasPhoto: true })
    await vi.waitFor(() => expect(document.querySelectorAll(`.${styles.avatar} img`)).toHaveLength(2))
  })
})
