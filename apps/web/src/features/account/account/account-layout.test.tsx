import { functionCodes } from '@heliograph/domain/permissions.ts'
import { cleanup, screen, within } from '@testing-library/react'
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

const everything = functionCodes.map((code) => ({ code, isOn: 2 as const }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('AccountLayout', () => {
  it('lists the pages that the user may open', async () => {
    openAccountPage(area, { user: { functions: everything } })
    await screen.findByText('the page')
    const names = screen.getAllByRole('link').map((element) => element.textContent)
    expect(names).toEqual(
      expect.arrayContaining([
        'My account',
        'Language and display',
        'Account security',
        'Notifications',
        'Account data',
      ]),
    )
    expect(names.length).toBeLessThanOrEqual(8)
    // Nothing of the server for who does not run it, and no plans where there are none.
    expect(screen.queryByText('This server')).toBeNull()
    expect(names).not.toContain('Plans and services')
  })

  it('keeps the server of an administrator apart from the person', async () => {
    openAccountPage(area, { user: { isAdmin: true } })
    await screen.findByText('the page')
    const [own, ofServer] = screen.getAllByRole('list').map((list) =>
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    )
    expect(own).toContain('My account')
    expect(ofServer).toEqual(['Notices, support, orders', 'Security events'])
  })

  it('shows the pages of one entry as tabs, each at its own address', async () => {
    openAccountPage(area, { path: '/account/settings/accountRevoke' })
    await screen.findByText('the page')
    const tabs = within(screen.getByRole('navigation', { name: 'Account data' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
      ['Export account data', null],
      ['Delete account', 'page'],
    ])
    expect(screen.getByRole('link', { name: 'Account data' }).getAttribute('aria-current')).toBe('page')
  })

  it('has plans and services once one of them has anything behind it', async () => {
    openAccountPage(area, {
      user: { functions: everything },
      answers: { 'GET /backyard-api-s/application/home': () => ({ dataPlans: { total: 2, ending: 0 }, cards: [] }) },
    })
    expect(await screen.findByRole('link', { name: 'Plans and services' })).toBeDefined()
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
