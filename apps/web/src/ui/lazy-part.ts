import { type ComponentType, lazy } from 'react'

/** A component that is loaded on first render: `lazyPart(() => import('./login-page.tsx'), 'LoginPage')`. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))
