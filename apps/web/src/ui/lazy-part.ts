import { type ComponentType, lazy } from 'react'

/** Specification, section 9. */
export const LOAD_TIMEOUT_MS = 120_000

/** @throws Error after the patience: the page says so and offers to try again */
export function withPatience<T>(work: Promise<T>, patienceMs = LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`A part of the page did not arrive within ${patienceMs} ms`)), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A component that is loaded on first render: `lazyPart(() => import('./login-page.tsx'), 'LoginPage')`. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await withPatience(load()))[name] }))
