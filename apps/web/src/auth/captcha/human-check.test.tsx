import type { HumanCheck } from '@heliograph/contract/human-check.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '../../api/failure.ts'
import { answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { useHumanCheck, wasCalledOff } from './human-check.tsx'

const required = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'HUMAN_CHECK_REQUIRED' } })
const failed = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'HUMAN_CHECK_FAILED' } })
const slider = {
  id: 's1',
  picture: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  piece: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  width: 300,
  height: 150,
  pieceY: 40,
  pieceSize: 50,
}

function Asking({ run }: Readonly<{ run: (check?: HumanCheck) => Promise<string> }>) {
  const { ask, panel } = useHumanCheck()
  const [said, setSaid] = useState('')
  const start = (): void =>
    void ask(run).then(setSaid, (failure: unknown) => setSaid(wasCalledOff(failure) ? 'closed' : 'refused'))
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
async function open(run: (check?: HumanCheck) => Promise<string>, withSlider = false, fault?: () => Response) {
  asked = 0
  const work = await createChallenge({ algorithm: 'SHA-256', cost: 2, deriveKey, hmacSignatureSecret: 'x' })
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /backyard-api-s/config/human-check': () => {
          asked += 1
          return fault?.() ?? { work, slider: withSlider ? { ...slider, id: `s${asked}` } : null }
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

describe('a human check', () => {
  it('is not seen where nobody asks for it', async () => {
    await open(async () => 'in')
    expect(said()).toBe('in')
    expect(asked).toBe(0)
  })

  it('is solved by the device alone, and the same call goes out again', async () => {
    const given: (HumanCheck | undefined)[] = []
    await open(async (check) => {
      given.push(check)
      if (!check) throw required()
      return 'in'
    })
    await waitFor(() => expect(said()).toBe('in'))
    expect(given).toHaveLength(2)
    expect(given[1]?.slider).toBeUndefined()
    expect(JSON.parse(atob(given[1]?.work ?? '')).solution.counter).toBeTypeOf('number')
    expect(screen.queryByRole('region', { name: 'A short check' })).toBeNull()
  })

  it('waits for the slider, which moves by keys and is sent with Enter', async () => {
    let sent: HumanCheck | undefined
    await open(async (check) => {
      if (!check) throw required()
      sent = check
      return 'in'
    }, true)
    const range = await screen.findByRole('slider', { name: 'Position of the piece' })
    expect((range as HTMLInputElement).max).toBe('250')
    fireEvent.change(range, { target: { value: '137' } })
    fireEvent.keyDown(range, { key: 'Enter' })
    await waitFor(() => expect(said()).toBe('in'))
    expect(sent?.slider).toEqual({ id: 's1', x: 137 })
  })

  it('gives another one after a wrong answer, and says so', async () => {
    await open(async (check) => {
      if (!check) throw required()
      if (check.slider?.id === 's1') throw failed()
      return 'in'
    }, true)
    for (const again of [false, true]) {
      if (again) await screen.findByText(/Here is another one/)
      fireEvent.change(await screen.findByRole('slider'), { target: { value: '20' } })
      await userEvent.click(screen.getByRole('button', { name: 'The piece is in its gap' }))
      await waitFor(() => expect(again ? said() : asked).toBe(again ? 'in' : 2))
    }
  })

  it('changes the picture when asked', async () => {
    await open(async (check) => {
      if (!check) throw required()
      return String(check.slider?.id)
    }, true)
    await userEvent.click(await screen.findByRole('button', { name: 'Another picture' }))
    await waitFor(() => expect(asked).toBe(2))
    fireEvent.change(await screen.findByRole('slider'), { target: { value: '20' } })
    await userEvent.click(screen.getByRole('button', { name: 'The piece is in its gap' }))
    await waitFor(() => expect(said()).toBe('s2'))
  })

  it('can be closed, which is no fault', async () => {
    await open(async () => Promise.reject(required()), true)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(said()).toBe('closed'))
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('says that it could not be fetched, and tries again', async () => {
    let broken = true
    await open(
      async (check) => {
        if (!check) throw required()
        return 'in'
      },
      false,
      () => (broken ? refuse(400, { code: 'PARAM_ERROR' }) : (undefined as unknown as Response)),
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await userEvent.click(retry)
    await waitFor(() => expect(said()).toBe('in'))
  })

  it('gives up on a server that is never content', async () => {
    let tries = 0
    await open(async () => {
      tries += 1
      throw tries === 1 ? required() : failed()
    })
    await waitFor(() => expect(said()).toBe('refused'))
    expect(tries).toBe(5)
  })
})
