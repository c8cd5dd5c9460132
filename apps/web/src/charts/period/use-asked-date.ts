import { useState } from 'react'
import { type Location, useLocation } from 'react-router'

type AskedDate = Readonly<{
  date: string
  /** It was pressed, and a slow device still draws the one before it. */
  isAhead: boolean
  ask: (date: string) => void
}>

/** The date that was pressed last: there at once, and the next press goes on from it. @param drawn what the page shows */
export function useAskedDate(drawn: string): AskedDate {
  // Not the date alone: "back" leads to one that was asked from before.
  const from = useLocation()
  const [asked, setAsked] = useState<Readonly<{ date: string; drawn: string; from: Location }>>()
  const date = asked?.from === from && asked.drawn === drawn ? asked.date : drawn
  return { date, isAhead: date !== drawn, ask: (next) => setAsked({ date: next, drawn, from }) }
}
