import { plantRights } from '@heliograph/domain/permissions.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../../api/plants.ts'
import { CurrentPlantContext } from '../../../../plant/current-plant.ts'
import { RequireUser } from '../../../../shell/require-user.tsx'
import { installer, members, owner } from '../../../../testing/plant-members.ts'
import { type Answer, answerCalls, renderPage } from '../../../../testing/render.tsx'
import { DangerCard } from './danger-card.tsx'

const person = { id: 1, nickname: 'Mira', identity: 'USER', organization: null, roleCodes: [], functions: [] }
const plant = { name: 'Lindenhof', deviceCount: 2, loggerCount: 1 } as Plant

const security: Answer = () => ({
  hasPassword: true,
  passwordChangedAt: null,
  passwordIsWeak: false,
  email: null,
  phone: null,
  authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
  passkeyCount: 0,
  sessionCount: 1,
  tokenCount: 0,
})
const proof = { password: 'Tidal-Wave_73' }
/** Confirms the identity in the open dialog. */
async function prove() {
  const field = await waitFor(
    () => document.querySelector<HTMLInputElement>('input[autocomplete="current-password"]') ?? expect.fail(),
  )
  await userEvent.type(field, proof.password)
}

let sent: { call: string; body: unknown }[]
function open(answers: Readonly<Record<string, Answer>> = {}, rights: readonly string[] = plantRights) {
  const serve = answerCalls({
    'GET /user-s/acc/org/login-user': () => person,
    'GET /user-s/acc/security': security,
    'GET /maintain-s/station/7/members': () => members,
    'GET /maintain-s/station/7/queryRelated/businesses': () => ({ total: 1, data: [installer] }),
    ...answers,
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method !== 'GET')
      sent.push({ call: `${init.method} ${url.split('?')[0]}`, body: init.body && JSON.parse(String(init.body)) })
    return serve(url, init)
  })
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: (right) => rights.includes(right) }}>
      <Routes>
        <Route element={<RequireUser />}>
          <Route path="/plant/infos/detail/danger" element={<DangerCard />} />
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </CurrentPlantContext>,
    { path: '/plant/infos/detail/danger?id=7' },
  )
}
const done: Answer = () => ({ success: true })
beforeEach(() => {
  sent = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the danger zone of a plant', () => {
  it('transfers only to users who share the plant now', async () => {
    open({ 'POST /maintain-s/station/7/owner': done })
    await userEvent.click(await screen.findByRole('button', { name: 'Hand over plant' }))
    const dialog = within(screen.getByRole('dialog'))
    const choice = await dialog.findByLabelText('New owner')
    expect(
      within(choice)
        .getAllByRole('option', { hidden: true })
        .map((element) => element.textContent),
    ).toEqual(['Please choose', 'Ilse', 'Sunrise Solar'])
    await userEvent.selectOptions(choice, 'Sunrise Solar')
    const button = dialog.getByRole('button', { name: 'Offer plant' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await prove()
    await userEvent.click(button)
    await waitFor(() => expect(sent[0]?.body).toEqual({ organizationId: 9, proof }))
  })

  it('lets the owner withdraw an offer before making another', async () => {
    const offer = { to: 'Ilse', expiresAtMs: 1_750_600_000_000, isMine: false }
    open({
      'GET /maintain-s/station/7/members': () => ({ ...members, offer }),
      'DELETE /maintain-s/station/7/owner': done,
    })
    await screen.findByText(/Offered to Ilse until/)
    expect(screen.queryByRole('button', { name: 'Hand over plant' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw the offer' }))
    await waitFor(() => expect(sent.map((item) => item.call)).toEqual(['DELETE /maintain-s/station/7/owner']))
  })

  it('deletes only when the name is typed, and leaves the plant', async () => {
    open({ 'DELETE /maintain-s/station': done })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete plant' }))
    const dialog = within(screen.getByRole('dialog'))
    await prove()
    const button = dialog.getByRole('button', { name: 'Delete plant' })
    await userEvent.type(dialog.getByLabelText('Type “Lindenhof” to confirm'), 'Lindenho')
    expect(button.hasAttribute('disabled')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Type “Lindenhof” to confirm'), 'f')
    await userEvent.click(button)
    await waitFor(() => expect(sent[0]?.body).toEqual({ id: 7, name: 'Lindenhof', proof }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/data'))
  })

  it('asks to share the plant before it can be handed over', async () => {
    open({
      'GET /maintain-s/station/7/members': () => ({ ...members, members: [owner] }),
      'GET /maintain-s/station/7/queryRelated/businesses': () => ({ total: 0, data: [] }),
    })
    expect((await screen.findByRole('button', { name: 'Hand over plant' })).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(/share it with the new owner/)).toBeTruthy()
  })
})
