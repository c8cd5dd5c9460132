import { useState } from 'react'
import type { KnownMap } from '../../../api/lab.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import styles from './lab.module.css'

const MOST_SHOWN = 300
const NONE = '-'

const nameOf = ({ maker, family, models }: KnownMap): string => [maker, family || models[0]].filter(Boolean).join(' ')

/** The map by which registers are read: any known one, or none. */
export function MapChoice({
  maps,
  mapId,
  onChoose,
}: Readonly<{ maps: readonly KnownMap[]; mapId: string | null; onChoose: (id: string | null) => void }>) {
  const { text } = useText()
  const [sought, setSought] = useState('')
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const found = maps.filter((map) => {
    const name = [nameOf(map), map.id, ...map.models].join(' ').toLowerCase()
    return map.id === mapId || words.every((word) => name.includes(word))
  })
  return (
    <div className={styles.labFields}>
      <TextField
        label={text('lab.map.search')}
        value={sought}
        autoComplete="off"
        maxLength={60}
        placeholder="ABB"
        optional
        onChange={setSought}
      />
      <SelectField
        label={text('lab.map', { count: found.length })}
        value={mapId ?? NONE}
        onChange={(id) => onChoose(id === NONE ? null : id)}
        options={[
          { value: NONE, label: text('lab.map.none') },
          ...found.slice(0, MOST_SHOWN).map((map) => ({
            value: map.id,
            label: map.isAssigned ? nameOf(map) : `${nameOf(map)} · ${text('lab.map.unassigned')}`,
          })),
        ]}
      />
    </div>
  )
}
