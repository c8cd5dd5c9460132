import type { Source } from '@heliograph/domain/module-layout/edit-layout.ts'
import type { ModuleLayout, ModuleString } from '@heliograph/domain/module-layout/layout.ts'
import { TakenSources } from '@heliograph/domain/module-layout/sources.ts'
import type { LayoutDevice } from '../../../../api/module-layout.ts'

export type FreeSource = Source & Readonly<{ name: string }>

/** Sources that no module has yet: devices, or their inputs where they have several. */
export function listFreeSources(layout: ModuleLayout, devices: readonly LayoutDevice[]): readonly FreeSource[] {
  const taken = new TakenSources(layout.modules)
  return devices
    .filter(({ kind }) => kind === 'module')
    .flatMap(({ serial, name, inputs }): FreeSource[] =>
      inputs.length > 1 ? inputs.map((port) => ({ serial, port, name })) : [{ serial, port: null, name }],
    )
    .filter((source) => !taken.has(source))
}

/** The strings that inverters measure. */
export const listStrings = (devices: readonly LayoutDevice[]): readonly (ModuleString & Readonly<{ name: string }>)[] =>
  devices
    .filter(({ kind }) => kind === 'string')
    .flatMap(({ serial, name, inputs }) => inputs.map((input) => ({ serial, input, name })))

/** A source in a list: its serial number, and its input where it has several. */
export const sourceText = ({ serial, port }: Source): string => (port === null ? serial : `${serial} · ${port}`)
