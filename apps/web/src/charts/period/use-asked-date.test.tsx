import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useAskedDate } from './use-asked-date.ts'

afterEach(cleanup)

it('forgets a press once "back" leads to where it was made', async () => {
  let router: ReturnType<typeof createMemoryRouter> | undefined
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => {
    router ??= createMemoryRouter([{ path: '*', element: children }], { initialEntries: ['/?date=12'] })
    return <RouterProvider router={router} />
  }
  const { result, rerender } = renderHook(({ drawn }) => useAskedDate(drawn), {
    wrapper,
    initialProps: { drawn: '2026-09-12' },
  })
  act(() => result.current.ask('2026-09-11'))
  expect(result.current).toMatchObject({ date: '2026-09-11', isAhead: true })
  await act(async () => router?.navigate('/?date=11'))
  await act(async () => router?.navigate(-1))
  rerender({ drawn: '2026-09-12' })
  expect(result.current).toMatchObject({ date: '2026-09-12', isAhead: false })
})
