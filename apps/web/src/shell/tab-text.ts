import type { PlantTab } from '../address/paths.ts'

/** The text of a tab: the specification's address of the modules is no name of a text. */
export const tabText = (tab: PlantTab) => `shell.tab.${tab === 'component-layout' ? 'componentLayout' : tab}` as const
