import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { RefusedPage } from './refused-page.tsx'

afterEach(cleanup)

it('names the missing permission and who can give it', () => {
  renderPage(<RefusedPage right="message" />)
  expect(screen.getByText('Permission denied')).toBeTruthy()
  expect(screen.getByText(/An administrator of this server/)).toBeTruthy()
})

it('does not promise a permission for what the brand does not offer', () => {
  renderPage(<RefusedPage right="message" />, { brand: { blocked: new Set(['message']) } })
  expect(screen.getByText('Not available here')).toBeTruthy()
  expect(screen.getByText(/does not offer this function/)).toBeTruthy()
  expect(screen.queryByText(/can give you this permission/)).toBeNull()
})
