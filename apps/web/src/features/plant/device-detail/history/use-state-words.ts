import { useMemo } from 'react'
import type { DeviceStates, FaultSpan, StateSpan } from '../../../../api/device-states.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { statesAt } from './state-lanes.ts'

export type StateWords = Readonly<{
  nameState: (span: Pick<StateSpan, 'state' | 'code'>) => string
  nameFault: (fault: Pick<FaultSpan, 'key' | 'code'>) => string
  /** State and faults at an instant, for the readout and the table. */
  describe: (day: DeviceStates, atMs: number) => readonly string[]
}>

/** States and faults in the reader's language, as everywhere else on the page. */
export function useStateWords(): StateWords {
  const { text, has } = useText()
  return useMemo(() => {
    const nameState: StateWords['nameState'] = ({ state, code }) => {
      if (state === 'silent' || state === 'asleep') return text(`status.name.${state}`)
      const name = text(`device-detail.state.${state}`)
      return state === 'unknown' && code !== null
        ? text('device-detail.band.code', { state: name, code: String(code) })
        : name
    }
    const nameFault: StateWords['nameFault'] = ({ key, code }) => {
      const known = `fault.${key}`
      return text('device-detail.band.fault', { name: has(known) ? text(known) : text('fault.unknown'), code })
    }
    return {
      nameState,
      nameFault,
      describe: (day, atMs) => {
        const { state, faults } = statesAt(day, atMs)
        return [...(state ? [nameState(state)] : []), ...faults.map(nameFault)]
      },
    }
  }, [text, has])
}
