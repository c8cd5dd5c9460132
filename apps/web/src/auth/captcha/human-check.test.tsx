import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HumanCheck } from '../../api/account-types.ts'
import { CallFailure } from '../../api/failure.ts'
import { answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { useHumanCheck, wasAborted } from './human-check.tsx'

const required = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'HUMAN_CHECK_REQUIRED' } })
const failed = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'HUMAN_CHECK_FAILED' } })
function Asking({ run }: Readonly<{ run: (check?: HumanCheck) => Promise<string> }>) {
  const { ask, panel } = useHumanCheck()
  const [said, setSaid] = useState('')
  const start = (): void =>
    void ask(run).then(setSaid, (failure: unknown) => setSaid(wasAborted(failure) ? 'closed' : 'refused'))
  return (
    <form>
      <button type="button" onClick={start}>
        Go
      </button>
      {panel}
      <output data-testid="said">{said}</output>
    </form>
  )
}
const said = () => screen.getByTestId('said').textContent

let asked = 0
async function open(run: (check?: HumanCheck) => Promise<string>, fault?: () => Response) {
  asked = 0
  const work = await createChallenge({
    algorithm: 'SCRYPT',
    cost: 16,
    memoryCost: 8,
    deriveKey,
    hmacSignatureSecret: 'x',
  })
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /backyard-api-s/config/human-check': () => {
          asked += 1
          return fault?.() ?? { work }
        },
      }),
    ),
  )
  renderPage(<Asking run={run} />)
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
}

beforeEach(() => vi.stubGlobal('Worker', undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a CAPTCHA', () => {
  it('is invisible until a call asks for it', async () => {
    await open(async () => 'in')
    expect(said()).toBe('in')
    expect(asked).toBe(0)
  })

  it('is solved by the device, and the same call is sent again', async () => {
    const options: (HumanCheck | undefined)[] = []
    await open(async (check) => {
      options.push(check)
      if (!check) throw required()
      return 'in'
    })
    await waitFor(() => expect(said()).toBe('in'))
    expect(options).toHaveLength(2)
    expect(JSON.parse(atob(options[1]?.work ?? '')).solution.counter).toBeTypeOf('number')
    expect(screen.queryByRole('region', { name: 'Security check' })).toBeNull()
  })

  it('is replaced after a wrong answer', async () => {
    const works: string[] = []
    await open(async (check) => {
      if (!check) throw required()
      works.push(check.work)
      if (works.length === 1) throw failed()
      return 'in'
    })
    await waitFor(() => expect(said()).toBe('in'))
    expect([works.length, asked]).toEqual([2, 2])
  })

  it('can be closed, which is not an error', async () => {
    await open(
      async () => Promise.reject(required()),
      () => refuse(400, { code: 'PARAM_ERROR' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(said()).toBe('closed'))
    expect(screen.queryByRole('region', { name: 'Security check' })).toBeNull()
  })

  it('reports that it could not be loaded, and tries again', async () => {
    let broken = true
    await open(
      async (check) => {
        if (!check) throw required()
        return 'in'
      },
      () => (broken ? refuse(400, { code: 'PARAM_ERROR' }) : (undefined as unknown as Response)),
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await userEvent.click(retry)
    await waitFor(() => expect(said()).toBe('in'))
  })

  it('gives up on a server that is never satisfied', async () => {
    let tries = 0
    await open(async () => {
      tries += 1
      throw tries === 1 ? required() : failed()
    })
    await waitFor(() => expect(said()).toBe('refused'))
    expect(tries).toBe(5)
  })
})
