export { addScreenLink, listScreenLinks, openScreenLink, removeScreenLink, type ScreenLink } from './screen-links.ts'
