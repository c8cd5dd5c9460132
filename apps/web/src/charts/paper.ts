/** On paper, cards have the width of A4 between its margins; the style sheet fits what is drawn to any other paper. */
export const PAPER = { width: 676, height: 260 } as const

type Drawn = Readonly<{ onPaper: () => void; onScreen: () => void }>

const drawn = new Set<Drawn>()

// Before the page is laid out for paper: there is no time to measure afterwards.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeprint', () => {
    for (const { onPaper } of drawn) onPaper()
  })
  window.addEventListener('afterprint', () => {
    for (const { onScreen } of drawn) onScreen()
  })
}

/** @returns what ends it */
export function followPaper(chart: Drawn): () => void {
  drawn.add(chart)
  return () => drawn.delete(chart)
}
