import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names with their values, as a description list. The sheet of its card says how they look. */
export const Facts = ({ facts, className }: Readonly<{ facts: readonly Fact[]; className?: string | undefined }>) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
