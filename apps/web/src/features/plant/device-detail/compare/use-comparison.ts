import { deviceKinds } from '@heliograph/domain/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUrlState } from '../../../../address/url-state.ts'
import type { DeviceDetail } from '../../../../api/device-detail.ts'
import { devicesQuery } from '../../../../api/device-queries.ts'
import { comparableQuery } from '../device-queries.ts'
import type { Selection } from '../use-selection.ts'
import {
  fitting,
  OF,
  quantitiesOf,
  readOthers,
  readSubject,
  type Subject,
  toggledOther,
  toSubjects,
  WITH,
  writeOthers,
  writeSubject,
} from './compare-state.ts'

/** The other measuring devices of the plant and what they are compared by, from the address. */
export function useComparison({ device, plantId }: DeviceDetail, selection: Selection) {
  const { params, change } = useUrlState()
  const { data, isPending } = useQuery(devicesQuery(plantId))
  const subjects = toSubjects(selection.quantities, selection.period)
  const subject = readSubject(params.get(OF), subjects, selection.period)
  const quantities = subject ? quantitiesOf(subject, selection.quantities) : []
  const comparable = useQuery(comparableQuery(plantId, quantities))
  // Those that have the value, devices of the same kind first: they are the ones to compare with.
  const siblings = useMemo(() => {
    const isAlike = (type: typeof device.type): boolean =>
      type === device.type || (deviceKinds[type].isInverter && deviceKinds[device.type].isInverter)
    return (data ?? [])
      .filter(({ deviceId }) => deviceId !== device.deviceId && comparable.data?.includes(deviceId))
      .toSorted((a, b) => Number(isAlike(b.type)) - Number(isAlike(a.type)) || a.name.localeCompare(b.name))
  }, [data, device, comparable.data])
  const offered = siblings.map(({ deviceId }) => deviceId)
  const others = readOthers(params.get(WITH), offered)
  const chosen = [device, ...siblings.filter(({ deviceId }) => others?.includes(deviceId))]
  const devices = fitting(chosen, quantities.length)
  const set = (next: readonly number[]): void => change({ [WITH]: writeOthers(next, offered) }, { replace: true })
  return {
    /** There is something to compare this device or its strings with. */
    isPossible: siblings.length > 0 || subjects.some(({ kind }) => kind === 'strings'),
    isLoading: data === undefined || comparable.isLoading,
    /** It is not known yet what there is to compare with. */
    isPending: isPending || comparable.isLoading || selection.query.isPending,
    isOn: params.get(WITH) !== null,
    siblings,
    others: others ?? [],
    devices,
    subjects,
    subject,
    quantities,
    toggle: (id: number): void => set(toggledOther(others ?? [], id)),
    choose: (which: 'all' | 'none'): void => set(which === 'all' ? offered : []),
    compareBy: (next: Subject): void => change({ [OF]: writeSubject(next) }, { replace: true }),
  }
}
export type ComparisonState = ReturnType<typeof useComparison>
