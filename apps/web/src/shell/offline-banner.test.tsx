import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '../api/failure.ts'
import { noteAnswered, noteServerState, noteUnanswered } from '../api/server-state.ts'
import { renderPage } from '../testing/render.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { OfflineBanner } from './offline-banner.tsx'

afterEach(() => {
  noteServerState(new Headers())
  noteAnswered()
  cleanup()
})
const sentence = () => screen.queryByText(/The server’s disk is full/)

describe('the banner above every screen', () => {
  it('says that the disk is full while replies say so', () => {
    renderPage(<OfflineBanner />)
    expect(sentence()).toBeNull()
    act(() => noteServerState(new Headers({ 'heliograph-disk': 'full' })))
    expect(sentence()).not.toBeNull()
    act(() => noteServerState(new Headers()))
    expect(sentence()).toBeNull()
  })

  it('says that alarms and messages stand still while no node runs the clock', () => {
    renderPage(<OfflineBanner />)
    act(() => noteServerState(new Headers({ 'heliograph-clock': 'late' })))
    expect(screen.queryByText(/Alarms, messages and statuses stand still/)).not.toBeNull()
    expect(sentence()).toBeNull()
  })

  it('says once that no call is answered, and asks for all of them again', async () => {
    const ask = vi.fn(() => Promise.reject(new CallFailure({ kind: 'status', status: 500, body: {} })))
    const Part = ({ name }: Readonly<{ name: string }>) => {
      const { error, refetch } = useQuery({ queryKey: [name], queryFn: ask, retry: false })
      return error ? <ErrorPanel failure={error} title={name} onRetry={() => void refetch()} /> : null
    }
    renderPage(
      <>
        <OfflineBanner />
        <Part name="Flow" />
        <Part name="Curve" />
      </>,
    )
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2))
    act(() => noteUnanswered('a'))
    act(() => noteUnanswered('a'))
    act(() => noteUnanswered('b'))
    expect(screen.queryByText(/cannot be reached/)).toBeNull()
    act(() => noteUnanswered('c'))
    expect(screen.queryByText(/cannot be reached/)).not.toBeNull()
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
    expect(screen.getByText('Flow')).toBeTruthy()
    ask.mockClear()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(ask).toHaveBeenCalledTimes(2)
    act(() => noteAnswered())
    expect(screen.queryByText(/cannot be reached/)).toBeNull()
  })
})
