import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { RegisterForm } from './register-form.tsx'

const asked: unknown[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /maintain-s/power/system/7/v2/gateway': ({ body }) => {
        asked.push(body)
        return { data: [] }
      },
    }),
  )
  renderPage(
    <RegisterForm plantId={7} onDone={() => undefined}>
      {null}
    </RegisterForm>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const field = () => screen.getByLabelText('Serial numbers') as HTMLTextAreaElement

it('takes the serial numbers of a CSV file into the field, beside what was typed', async () => {
  await userEvent.type(field(), '1111111111')
  const file = new File(['name;sn\nBarn;1234567890\n'], 'loggers.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('From a file'), file)
  await vi.waitFor(() => expect(field().value).toBe('1111111111\n1234567890'))
})

it('sends as many as one call takes, and keeps the rest', async () => {
  const serials = Array.from({ length: 32 }, (_, index) => String(1_234_567_800 + index))
  await userEvent.click(field())
  await userEvent.paste(serials.join('\n'))
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  await vi.waitFor(() => expect(field().value).toBe(serials.slice(30).join('\n')))
  expect(screen.getByText(/^2 are left/)).toBeTruthy()
  expect(asked).toMatchObject([{ registerItems: { length: 30 } }])
})

it('says why there is no camera, and still takes a picture', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Scan labels' }))
  expect(await screen.findByText(/only on pages with https/)).toBeTruthy()
  expect(screen.getByText('Choose a picture')).toBeTruthy()
})
