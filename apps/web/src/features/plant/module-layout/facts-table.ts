import type { LayoutGroup } from '@heliograph/domain/module-layout/layout.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { TableData } from '../../../charts/table-data.ts'
import type { ModuleFact } from './module-facts.ts'

/** All modules with what is known of them, row by row. */
export function toFactsTable(
  facts: readonly ModuleFact[],
  groups: readonly LayoutGroup[],
  text: (key: TextKey) => string,
  placeName: (module: ModuleFact['module'], group: LayoutGroup | undefined) => string,
): TableData {
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const column = (id: string, name: string, unit = '', decimals = 0) => ({ id, name, unit, decimals })
  const sorted = [...facts].sort(
    ({ module: a }, { module: b }) => a.groupId - b.groupId || a.row - b.row || a.column - b.column,
  )
  return {
    rowName: text('module-layout.module'),
    columns: [
      column('serial', text('module-layout.device')),
      column('power', text('module-layout.power'), 'W'),
      column('energy', text('module-layout.energy'), 'kWh', 2),
      column('relative', text('module-layout.relative'), '%'),
      column('verdict', text('module-layout.verdict')),
      column('state', text('module-layout.state')),
    ],
    rows: sorted.map(({ module, powerW, energyWh, relative, verdict, state }) => {
      const name = placeName(module, groupOf.get(module.groupId))
      const serial = module.serial ?? module.string?.serial ?? ''
      const input = module.serial === null ? module.string?.input : module.port
      return {
        key: String(module.id),
        name,
        exact: name,
        cells: [
          input == null ? serial : `${serial} · ${input}`,
          powerW,
          energyWh === null ? null : energyWh / 1000,
          relative === null ? null : relative * 100,
          text(`module-layout.verdict.${verdict}`),
          text(`module-layout.state.${state}`),
        ],
      }
    }),
  }
}
