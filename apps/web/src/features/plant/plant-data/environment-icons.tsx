import type { ReactNode } from 'react'

const drawing = (content: ReactNode) => (
  <svg
    viewBox="0 0 32 32"
    width="30"
    height="30"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {content}
  </svg>
)

export const environmentIcons = {
  co2: drawing(
    <>
      <path d="M9 21.5a5.5 5.5 0 0 1 .6-10.9 7.2 7.2 0 0 1 13.8 1.3A4.9 4.9 0 0 1 23 21.5" />
      <path d="M16 17v9M12.7 22.8L16 26l3.3-3.2" />
    </>,
  ),
  coal: drawing(
    <>
      <path d="M5.5 25.5l3-8.5 6-2.5 5 3.5 6.5 1 1.5 6.5zM14.5 14.5l1 6M8.5 17l7 3.5M19.5 18l-4 2.5 1.5 5" />
      <path d="M11 10c0-2 2-2.5 2-4.5M17 10c0-2 2-2.5 2-4.5" />
    </>,
  ),
  trees: drawing(
    <>
      <path d="M16 28v-9M16 22l-3.5-2.5M16 20.5l3-2.2" />
      <path d="M16 4.5a6 6 0 0 1 5.8 5 5 5 0 0 1 .7 9.5H9.5a5 5 0 0 1 .7-9.5 6 6 0 0 1 5.8-5z" />
    </>,
  ),
} as const
