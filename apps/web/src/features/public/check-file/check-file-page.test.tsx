import { createHash } from 'node:crypto'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { CheckFilePage } from './check-file-page.tsx'

const CONTENT = 'a signed file'
const digest = createHash('sha256').update(CONTENT).digest('hex')
const callOf = (asked: string): string => `GET /maintain-s/station/report/signed/${asked}`
const made = { kind: 'proof', brand: 'Sunny Co', fingerprint: 'AA:BB', madeAtMs: 1_781_517_600_000 }

function open(answers: Readonly<Record<string, Answer>>): void {
  vi.stubGlobal('fetch', answerCalls(answers))
  renderPage(<CheckFilePage />, { path: '/reports/check' })
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says of a chosen file who made it here, and when', async () => {
  open({ [callOf(digest)]: () => made })
  const file = new File([CONTENT], 'proof.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('Choose file'), file)
  const answer = await screen.findByText(/Made here on Jun 15,(, 2026,)? 10:00 .* by Sunny Co, and unchanged/)
  expect(answer.textContent).toContain('Proof of a fault')
  expect(screen.getByText('AA:BB')).toBeTruthy()
})

it('takes a typed digest, and refuses a file that is not from here', async () => {
  const other = 'b'.repeat(64)
  open({ [callOf(other)]: () => refuse(404, { code: 'FILE_NOT_FROM_HERE', no: null }) })
  const button = await screen.findByRole('button', { name: 'Check' })
  const field = screen.getByLabelText('Or its SHA-256 digest')
  await userEvent.click(field)
  await userEvent.paste('bbbb')
  expect(button).toHaveProperty('disabled', true)
  await userEvent.clear(field)
  await userEvent.paste(` ${other.toUpperCase()}`)
  await userEvent.click(button)
  await screen.findByText('This file was not made here, or it was changed since.')
})

it('keeps no verdict beside another digest', async () => {
  open({ [callOf(digest)]: () => made })
  const field = await screen.findByLabelText('Or its SHA-256 digest')
  await userEvent.click(field)
  await userEvent.paste(digest)
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText(/^Made here on/)
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText(/^Made here on/)).toBeNull()
})
