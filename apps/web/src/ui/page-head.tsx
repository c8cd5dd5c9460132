import type { ReactNode } from 'react'

/** The heading of a page, and its answer in a sentence. */
export const PageHead = ({ title, answer }: Readonly<{ title: string; answer: ReactNode }>) => (
  <header>
    <h1>{title}</h1>
    <p className="answer">{answer}</p>
  </header>
)
