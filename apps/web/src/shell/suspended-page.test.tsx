import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { SuspendedPage } from './suspended-page.tsx'

afterEach(cleanup)

it('says that the platform is suspended, and lets an administrator sign in', async () => {
  const enter = vi.fn()
  renderPage(<SuspendedPage onEnter={enter} />)
  expect(screen.getByRole('heading').textContent).toBe('Your platform has been suspended.')
  expect(screen.queryAllByRole('link')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Administrator sign-in' }))
  expect(enter).toHaveBeenCalledOnce()
})
