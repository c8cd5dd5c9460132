/** The room's front door: where a plant's modules lie, and what was measured behind each of them. */
export { type LayoutShown, readLayoutShown } from './layout-shown.ts'
export { saveLayout } from './stored-layout.ts'
