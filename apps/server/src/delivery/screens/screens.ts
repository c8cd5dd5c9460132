export { addScreenLink, listScreenLinks, openScreenLink, removeScreenLink } from './screen-links.ts'
