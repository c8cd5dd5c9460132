import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Explain } from '../../../ui/explain.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './environment-card.module.css'
import { savedQuery } from './queries.ts'

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

const environmentIcons = {
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

/** The environmental benefits of the production, with their factors. */
export function EnvironmentCard() {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { data, error, refetch } = useQuery(savedQuery(plantId))
  const title = text('plant-data.environment')
  if (error && !data)
    return (
      <Card title={title}>
        <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
      </Card>
    )
  const factors = data && {
    energy: format.energyWh(data.producedWh).text,
    coal: format.number(data.factors.coalKgPerKwh, 3),
    co2: format.number(data.factors.co2KgPerKwh, 3),
    trees: format.number(data.factors.treesPerKwh, 4),
  }
  const rows = [
    { id: 'co2', figure: data && format.massT(data.co2Tonnes) },
    { id: 'coal', figure: data && format.massT(data.coalTonnes) },
    { id: 'trees', figure: data && { value: format.count(data.trees), unit: '' } },
  ] as const
  return (
    <Card
      title={title}
      aside={factors && <Explain of={title}>{text('plant-data.environment.explain', factors)}</Explain>}
    >
      <ul className={styles.environment}>
        {rows.map(({ id, figure }) => (
          <li key={id}>
            {environmentIcons[id]}
            <b>
              {figure ? figure.value : <Skeleton width={70} height={22} />}{' '}
              {figure?.unit && <small>{figure.unit}</small>}
            </b>
            <span>{text(`plant-data.environment.${id}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
