import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { BrandsPage } from './brands-page.tsx'

const admin = { id: 1, account: 'mira', roleCodes: ['user', 'manager'], functions: [] }
const project = {
  id: 7,
  key: 'sunny',
  name: 'Sunny',
  status: 'OK',
  version: 2,
  organization: null,
  isMine: true,
  domains: ['pv.sunny.example'],
  createdAt: 1_780_000_000,
}
const other = {
  ...project,
  domains: [],
  id: 8,
  key: 'club',
  name: 'Club',
  isMine: false,
  organization: { id: 3, name: 'Club e.V.' },
}
const draft = {
  languages: [],
  texts: [],
  apiKeys: [],
  blockedFunctions: [],
  colors: [{ type: 'primary', code: '#ffe600', alphaPercent: 100 }],
  officialDomain: '',
  squareLogo: '',
  topNavigationLogo: '',
  trackingCode: '',
  support: { link: '', mail: '', hours: '' },
}
const version = (nth: number) => ({
  version: nth,
  note: '',
  restores: null,
  savedAtMs: 1_780_000_000_000,
  savedBy: 'Mira',
})
const edited = {
  draft,
  versions: [version(2), version(1)],
  domains: [{ domain: 'pv.new.example', proof: 'heliograph-brand=abc', verifiedAtMs: null, provenBy: null }],
  trackingOrigins: [],
}
const calls = {
  'GET /backyard-api-s/oem/project': () => ({ total: 2, data: [project, other] }),
  'GET /backyard-api-s/oem/project/7': () => edited,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('lists brands of its own to edit, and those of organizations to suspend', async () => {
  vi.stubGlobal('fetch', answerCalls(calls))
  renderPage(<BrandsPage />, { user: admin })
  await screen.findByText(/pv\.sunny\.example/)
  expect(screen.getAllByRole('link', { name: 'Edit' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Suspend' })).toHaveLength(2)
  expect(screen.getByText(/Club e\.V\./)).toBeTruthy()
  cleanup()
  renderPage(<BrandsPage />, { user: { ...admin, roleCodes: ['user'] } })
  expect(screen.queryByText('Sunny')).toBeNull()
})

it('claims nothing before it knows the brands', async () => {
  vi.stubGlobal(
    'fetch',
    answerCalls({ ...calls, 'GET /backyard-api-s/oem/project': () => new Promise(() => undefined) }),
  )
  renderPage(<BrandsPage />, { user: admin })
  await screen.findByRole('heading', { name: 'Brands' })
  expect(screen.queryByText(/No brand/)).toBeNull()
})

it('waits for nothing once the brands have failed', async () => {
  vi.stubGlobal(
    'fetch',
    answerCalls({ ...calls, 'GET /backyard-api-s/oem/project': () => refuse(400, { code: 'ABNORMAL', no: 3 }) }),
  )
  renderPage(<BrandsPage />, { user: admin })
  await screen.findAllByRole('alert')
  expect(document.querySelector('[data-part="skeleton"]')).toBeNull()
})

it('saves what was changed as a new version of the one that was edited', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  const save = ({ body }: { body: unknown }) => {
    sent.push(body)
    return { version: 3 }
  }
  vi.stubGlobal('fetch', answerCalls({ ...calls, 'POST /backyard-api-s/oem/project/7': save }))
  renderPage(<BrandsPage />, { user: admin, path: '/account/settings/brand?brand=7' })
  const button = await screen.findByRole('button', { name: 'Save and show' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText(/Name of the platform/), 'Sunny Co')
  expect(within(screen.getByRole('complementary', { name: 'Preview' })).getByText('Sunny Co')).toBeTruthy()
  await user.click(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    basedOn: 2,
    draft: { texts: [{ type: 'SHOW_NAME', language: '', text: 'Sunny Co' }] },
  })
})

it('says which colors are hard to read, and what is shown instead', async () => {
  vi.stubGlobal('fetch', answerCalls(calls))
  renderPage(<BrandsPage />, { user: admin, path: '/account/settings/brand?brand=7&part=colors' })
  await screen.findByText(/1 color is hard to read/)
  expect(screen.getByText(/Primary \(light\): 1\.2\d? to 1 instead of 4\.5\d* to 1/)).toBeTruthy()
})

it('says what it means to confirm a domain by hand or to remove one', async () => {
  const user = userEvent.setup()
  const sent: string[] = []
  const note = (what: string) => () => {
    sent.push(what)
    return {}
  }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      ...calls,
      'POST /backyard-api-s/oem/project/7/domain/confirm': note('confirm'),
      'DELETE /backyard-api-s/oem/project/7/domain/pv.new.example': note('remove'),
    }),
  )
  renderPage(<BrandsPage />, { user: admin, path: '/account/settings/brand?brand=7&part=domains' })
  await user.click(await screen.findByRole('button', { name: 'Confirm by hand' }))
  const question = screen.getByRole('dialog', { name: 'Confirm pv.new.example without proof?' })
  expect(question.textContent).toMatch(/nobody has proven that the name belongs to it.*The audit log notes who/)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm by hand' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm by hand' }))
  await waitFor(() => expect(sent).toEqual(['confirm']))
  await user.click(await screen.findByRole('button', { name: 'Remove pv.new.example' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent).toEqual(['confirm', 'remove']))
})
