import { type ComponentType, lazy } from 'react'
import { loadRestOfTexts } from '../texts/load-texts.ts'

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

type Load<Name extends string, Props> = () => Promise<Readonly<Record<Name, ComponentType<Props>>>>

/** A component that is loaded on first render, with all texts: `lazyPart(() => import('./logger-page.tsx'), 'LoggerPage')`. */
export const lazyPart = <Name extends string, Props>(load: Load<Name, Props>, name: Name) =>
  lazy(async () => {
    const [part] = await withPatience(Promise.all([load(), loadRestOfTexts()]))
    return { default: part[name] }
  })

/** The same for a part that does with the texts of the first load (texts/first-texts.ts). */
export const firstPart = <Name extends string, Props>(load: Load<Name, Props>, name: Name) =>
  lazy(async () => ({ default: (await withPatience(load()))[name] }))
