/** The colors of the page in print: one meaning each, as on the screen (design of the page, light theme). */
export const ink = {
  text: '#16202b',
  soft: '#445364',
  quiet: '#66758a',
  line: '#e3e8ef',
  axis: '#a5b1bf',
  tile: '#f5f7fa',
  sun: '#fdf1d8',
  /** Behind the time in which an alarm held. */
  alarm: '#fdecec',
} as const

export const flowColors = {
  solar: '#f2a20c',
  battery: '#23a26d',
  grid: '#7d5cf0',
  load: '#1d8fd6',
  generator: '#50657f',
  missing: '#d4dbe4',
} as const

/** Curves of several quantities side by side. */
export const curveColors = ['#1d8fd6', '#f2a20c', '#23a26d', '#7d5cf0', '#c2416b', '#50657f'] as const
