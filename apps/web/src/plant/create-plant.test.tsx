import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { CreatePlantLink, NoPlantYet } from './create-plant.tsx'

const creator = { roleCodes: ['user'], functions: [{ code: 'plantCreate', isOn: 2 }] }
const member = { roleCodes: ['user', 'organisationUser'], functions: [{ code: 'plantCreate', isOn: 0 }] }
const link = () => screen.queryByRole('link', { name: 'Create plant' })

afterEach(cleanup)

describe('creating a plant', () => {
  it('is offered to users with the right', () => {
    renderPage(<NoPlantYet />, { user: creator })
    expect(link()?.getAttribute('href')).toBe('/plant/create')
    expect(screen.getByText(/^Create a plant to see/)).toBeTruthy()
  })

  it('is not offered to a member of an organization, who is told whom to ask', () => {
    renderPage(<NoPlantYet />, { user: member })
    expect(link()).toBeNull()
    expect(screen.getByText(/^Ask the owner of a plant/)).toBeTruthy()
  })

  it('is hidden from everybody where the brand blocks it', () => {
    renderPage(<CreatePlantLink label="Create plant" />, { user: {}, brand: { blocked: new Set(['plantCreate']) } })
    expect(link()).toBeNull()
  })
})
