import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../api/call.ts'
import { endOffer } from '../api/undo-offers.ts'
import { answerCalls, refuse, renderPage } from '../testing/render.tsx'
import { showToast } from './toast-store.ts'
import { Toasts } from './toasts.tsx'
import { type Action, useAction } from './use-action.ts'

let works: readonly Action[] = []
/** Two buttons, as it were: each does one thing at a time. */
function Works() {
  works = [useAction(), useAction()]
  return null
}
const [first, second] = [0, 1].map((at) => () => works[at] as Action) as [() => Action, () => Action]

const undone: string[] = []
let isChanged = false
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  undone.length = 0
  isChanged = false
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /user-s/acc/profile': () => Response.json({ success: true }, { headers: { undo: '42' } }),
      'POST /user-s/undo/42': ({ url }) => {
        undone.push(url)
        return isChanged ? refuse(409, { code: 'CHANGED_SINCE', no: null, msg: '', requestId: '' }) : { success: true }
      },
    }),
  )
  renderPage(
    <>
      <Toasts />
      <Works />
    </>,
  )
})
afterEach(() => {
  cleanup()
  endOffer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const save = () => act(async () => void (await call('POST /user-s/acc/profile', { body: { nickname: 'Ada' } })))
const undoBar = () => button()?.parentElement as HTMLElement
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = () => screen.queryByRole('button', { name: 'Undo' })

it('is offered after a save for thirty seconds, whichever form saved', async () => {
  await save()
  expect(screen.getByText('Saved.')).toBeTruthy()
  await pass(29_000)
  expect(button()).toBeTruthy()
  await pass(2_000)
  expect(button()).toBeNull()
})

it('stands beside the sentence of the form, which is not said twice', async () => {
  await act(async () => void (await first().run('save', save, 'Saved. The history is being recalculated.')))
  expect(screen.getAllByText(/Saved/).length).toBe(1)
  expect(screen.getByText('Saved. The history is being recalculated.')).toBeTruthy()
})

it('takes no sentence of another work', async () => {
  await save()
  act(() => showToast('Copied.', 'ok'))
  await act(async () => void (await first().run('acknowledge', async () => undefined, 'Acknowledged.')))
  expect(undoBar().textContent).toBe('Saved.Undo')
  expect(screen.getByText('Copied.')).toBeTruthy()
  expect(screen.getByText('Acknowledged.')).toBeTruthy()
})

it('takes no sentence while two works run, of which either may have saved', async () => {
  let finish = (): void => undefined
  const waiting = new Promise<void>((resolve) => {
    finish = resolve
  })
  let acknowledged: Promise<unknown> | undefined
  await act(async () => {
    acknowledged = first().run('acknowledge', () => waiting, 'Acknowledged.')
    await second().run('theme', save)
    finish()
    await acknowledged
  })
  expect(undoBar().textContent).toBe('Saved.Undo')
  expect(screen.getByText('Acknowledged.')).toBeTruthy()
})

it('waits while the pointer or the focus is on it', async () => {
  await save()
  const undo = button() as HTMLElement
  fireEvent.focus(undo)
  await pass(60_000)
  expect(button()).toBeTruthy()
  fireEvent.blur(undo)
  await pass(31_000)
  expect(button()).toBeNull()
})

it('undoes by the entry of the log, and says when it was changed since', async () => {
  await save()
  await act(async () => fireEvent.click(button() as HTMLElement))
  expect(await screen.findByText('Undone.')).toBeTruthy()
  expect(undone).toHaveLength(1)
  expect(button()).toBeNull()
  isChanged = true
  await save()
  await act(async () => fireEvent.click(button() as HTMLElement))
  expect(await screen.findByText('This was changed again since and cannot be undone.')).toBeTruthy()
})
