export { openHallPicture } from './hall-picture.ts'
export { addScreenLink, listScreenLinks, openScreenLink, removeScreenLink } from './screen-links.ts'
