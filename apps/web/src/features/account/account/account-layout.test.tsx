import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultBrand } from '../../../api/brand.ts'
import { BrandContext } from '../../../brand/brand-context.ts'
import { AccountIndex, AccountLayout } from './account-layout.tsx'
import { openAccountPage } from './testing/account-page.tsx'

const area = (
  <Routes>
    <Route path="/account/settings" element={<AccountLayout />}>
      <Route index element={<AccountIndex />} />
      <Route path="*" element="the page" />
    </Route>
  </Routes>
)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('AccountLayout', () => {
  it('lists the pages that the user may open', async () => {
    openAccountPage(area)
    await screen.findByText('the page')
    const names = screen.getAllByRole('link').map((element) => element.textContent)
    expect(names).toEqual(
      expect.arrayContaining(['My account', 'General', 'Account security', 'Export account data', 'Delete account']),
    )
    // Only where the brand runs several.
    expect(names).not.toContain('Data center')
  })

  it('links terms and privacy below its list, where there are any', async () => {
    const links: Readonly<Record<string, string>> = { PRIVATE_TC: '/privacy' }
    openAccountPage(<BrandContext value={{ ...defaultBrand, link: (type) => links[type] }}>{area}</BrandContext>)
    await screen.findByText('the page')
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy')
    expect(screen.queryByRole('link', { name: 'Terms of service' })).toBeNull()
  })

  it('hides personal pages while the user acts for an organization', async () => {
    openAccountPage(area, { user: { functions: [{ code: 'accountExport', isOn: 0 }] } })
    await screen.findByText('the page')
    expect(screen.queryByRole('link', { name: 'Export account data' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Delete account' })).toBeNull()
  })

  it('refuses users without the role "user", and says who can grant it', async () => {
    openAccountPage(area, { user: { roleCodes: ['guest'] } })
    await screen.findByRole('heading', { name: 'Permission denied' })
    expect(screen.getByText(/You don.t have this permission: use the account area/)).toBeDefined()
    expect(screen.getByText(/administrator of this server or of your organization/)).toBeDefined()
    expect(screen.queryByText('the page')).toBeNull()
  })
})
