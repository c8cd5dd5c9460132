import { useQuery } from '@tanstack/react-query'
import { plantOptionsQuery } from '../../../api/plant-options.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Skeleton } from '../../../ui/states.tsx'

/** The name of the chosen plant in the list. */
const NEWEST = ''

export function DefaultPlantField({
  value,
  onChange,
}: Readonly<{ value: number | null; onChange: (plantId: number | null) => void }>) {
  const { text } = useText()
  const { data, isError, refetch } = useQuery(plantOptionsQuery)
  if (isError)
    return (
      <Button size="s" icon="refresh" wide onClick={() => void refetch()}>
        {text('account.defaultPlant.failed')}
      </Button>
    )
  if (!data) return <Skeleton height={42} />
  const options = [
    { value: NEWEST, label: text('account.defaultPlant.newest') },
    ...data.map(({ id, name, place }) => ({ value: String(id), label: name, ...(place ? { note: place } : {}) })),
    // The chosen plant is no longer among the visible ones.
    ...(value !== null && !data.some(({ id }) => id === value)
      ? [{ value: String(value), label: text('account.defaultPlant.gone', { id: String(value) }) }]
      : []),
  ]
  return (
    <Combobox
      label={text('account.defaultPlant')}
      placeholder={text('account.defaultPlant.search')}
      options={options}
      value={value === null ? NEWEST : String(value)}
      onChange={(chosen) => onChange(chosen === NEWEST ? null : Number(chosen))}
    />
  )
}
