import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Agent } from '../../../api/agents.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { AddressForm } from './address-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(
  way: string,
  reply: (body: unknown) => unknown = () => ({ data: [] }),
  readers: Readonly<{ isOpen: boolean; agents: readonly Agent[] }> = { isOpen: true, agents: [] },
) {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /maintain-s/station/7/targets/probe': ({ body }) => {
        sent.push(body)
        return reply(body)
      },
    }),
  )
  renderPage(
    <AddressForm
      plantId={7}
      isOpen={readers.isOpen}
      agents={readers.agents}
      way={{ id: way, ports: [1883] }}
      onFound={() => {}}
    >
      {null}
    </AddressForm>,
  )
  return sent
}

it('asks a broker with what was entered, and leaves out what was not', async () => {
  const sent = show('mqtt')
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  await userEvent.type(screen.getByLabelText(/^User/), 'me')
  await userEvent.type(screen.getByLabelText(/^Password/), 'secret')
  await userEvent.click(screen.getByLabelText('Encrypted connection (TLS)'))
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  const settings = { user: 'me', password: 'secret', isTls: true }
  await vi.waitFor(() => expect(sent).toEqual([{ way: 'mqtt', host: '192.168.1.5', port: 1883, settings }]))
})

it('asks a stick with its number, and without it when it is not known', async () => {
  const sent = show('solarman-local')
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  const number = screen.getByLabelText(/^Serial number of the stick/)
  await userEvent.type(number, '27x')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await screen.findByText('The digits on the stick, at most ten.')
  await userEvent.clear(number)
  await userEvent.type(number, '2712345678')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ way: 'solarman-local', settings: { serial: 2_712_345_678 } }]))
  await userEvent.clear(number)
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await vi.waitFor(() => expect(sent[1]).toMatchObject({ settings: {} }))
})

it.each([
  ['busy', 'It hangs up at once: another program has its only connection.'],
  ['asleep', 'The stick answers, its device does not. At night it sleeps.'],
])('says why a stick is %s', async (reason, sentence) => {
  show('solarman-local', () => refuse(409, { code: 'ABNORMAL', no: 17, detail: { reason } }))
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await screen.findByText(sentence)
})

it('says that a token is not accepted', async () => {
  show('home-assistant', () => refuse(409, { code: 'ABNORMAL', no: 17, detail: { reason: 'notAllowed' } }))
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  await userEvent.type(screen.getByLabelText(/^Access token/), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await screen.findByText('User, password or token is not accepted.')
})

it('says why an inverter may not answer', async () => {
  show('modbus-tcp', () => refuse(409, { code: 'ABNORMAL', no: 17, detail: { reason: 'noAnswer' } }))
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await screen.findByText('Nothing answers. An inverter without a battery often sleeps at night: look again by day.')
})

it('has an agent look, or the server where it may', async () => {
  const agents = [{ id: 5, name: 'Cellar' } as Agent]
  const sent = show('mqtt', undefined, { isOpen: true, agents })
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ agentId: 5 }]))
  await userEvent.selectOptions(screen.getByLabelText('Read by'), 'This server')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).not.toHaveProperty('agentId')
})
