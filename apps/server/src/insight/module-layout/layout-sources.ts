import { type ModuleLayout, sourceKey } from '@heliograph/domain/module-layout/layout.ts'
import { stringKey } from '@heliograph/domain/module-layout/module-values.ts'

/** Something that is measured behind modules: a device or its input, or an input of an inverter with a string. */
export type Source = Readonly<{ serial: string; port: number | null; isString: boolean }>

/** Each source that a layout names, once. */
export function listSources({ modules }: ModuleLayout): readonly Source[] {
  const sources = new Map<string, Source>()
  for (const { serial, port, string } of modules) {
    if (serial !== null) sources.set(sourceKey({ serial, port }), { serial, port, isString: false })
    else if (string !== null)
      sources.set(stringKey(string), { serial: string.serial, port: string.input, isString: true })
  }
  return [...sources.values()]
}
