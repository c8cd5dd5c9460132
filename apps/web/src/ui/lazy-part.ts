import { type ComponentType, createElement, lazy, useState } from 'react'
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

/**
 * A component that is loaded on first render, or ahead of it by `preload`. Then nothing stands in for it: React holds back
 * for 300 ms what replaces a fallback, and each layer of fallbacks adds its own.
 */
function toPart<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  let part: ComponentType<Props> | undefined
  const preload = async (): Promise<Readonly<{ default: ComponentType<Props> }>> => {
    part = (await withPatience(load()))[name]
    return { default: part }
  }
  const Late = lazy(preload)
  const Part = (props: Props) => {
    // The first choice stays: another component would begin anew.
    const [Chosen] = useState<ComponentType<Props>>(() => part ?? Late)
    return createElement(Chosen, props)
  }
  return Object.assign(Part, { preload })
}

/** A component that comes later, with all texts: `lazyPart(() => import('./logger-page.tsx'), 'LoggerPage')`. */
export const lazyPart = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  toPart(async () => (await Promise.all([load(), loadRestOfTexts()]))[0], name)

/** The same for a part that does with the texts of the first screens (texts/first-texts.ts). */
export const firstPart = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  toPart(load, name)

/** The same for a whole screen that an address opens: preload.ts loads it, with its texts, while brand and user load. */
export const firstScreen = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  toPart(load, name)
