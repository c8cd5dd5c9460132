import { useQuery } from '@tanstack/react-query'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Explain } from '../../../ui/explain.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './environment-card.module.css'
import { environmentIcons } from './environment-icons.tsx'
import { savedQuery } from './queries.ts'

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
    energy: format.energyKwh(data.producedKwh).text,
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
