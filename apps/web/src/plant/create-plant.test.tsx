import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { CreatePlantLink } from './create-plant.tsx'
import { NoPlantYet } from './no-plant-yet.tsx'

const creator = { roleCodes: ['user'], functions: [{ code: 'plantCreate', isOn: 2 }] }
const member = { roleCodes: ['user', 'organizationUser'], functions: [{ code: 'plantCreate', isOn: 0 }] }
const link = () => screen.queryByRole('link', { name: 'Create plant' })

const invited = (invitations: readonly object[]) =>
  vi.stubGlobal(
    'fetch',
    answerCalls({ 'GET /user-s/invitation': () => ({ total: invitations.length, data: invitations }) }),
  )
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('creating a plant', () => {
  beforeEach(() => invited([]))

  it('is offered to users with the right', () => {
    renderPage(<NoPlantYet />, { user: creator })
    expect(link()?.getAttribute('href')).toBe('/plant/create')
    const steps = screen.getAllByRole('listitem').map((step) => step.querySelector('h2')?.textContent)
    expect(steps).toEqual(['Create the plant', 'Connect its logger', 'See the first values'])
  })

  it('is not offered to a member of an organization, who is told whom to ask', () => {
    renderPage(<NoPlantYet />, { user: member })
    expect(link()).toBeNull()
    expect(screen.queryByRole('listitem')).toBeNull()
    expect(screen.getByText(/^Ask the owner of a plant/)).toBeTruthy()
  })

  it('is hidden from everybody where the brand blocks it', () => {
    renderPage(<CreatePlantLink label="Create plant" />, { user: {}, brand: { blocked: new Set(['plantCreate']) } })
    expect(link()).toBeNull()
  })

  it('is not all there is: invitations that wait are told of', async () => {
    invited([{ id: 3, kind: 'plant', name: 'Lindenhof', invitedBy: 'Mira' }])
    renderPage(<NoPlantYet />, { user: creator })
    await screen.findByText('1 invitation is waiting for you.')
    expect(screen.getByRole('link', { name: 'View invitations' }).getAttribute('href')).toBe(
      '/account/settings/organization',
    )
    expect(screen.getByText('I was invited')).toBeTruthy()
  })

  it('names plants that are shared by name alone', async () => {
    const names = () => ({ data: [{ id: 7, name: 'Barn' }] })
    vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/operating/station/names': names }))
    renderPage(<NoPlantYet />, { user: creator })
    await screen.findByText('Only the name is shared with you: Barn. The owner can let you see more.')
  })
})
