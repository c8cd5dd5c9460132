/** Where things are: countries, areas, cities, zones and currencies of the world, bundled (place-data/LICENSES.md). */
export { listAreasBelow } from './areas.ts'
export { findCountryAt } from './country-at.ts'
export { findCountryOfAddress, firstAddress, isAddress } from './country-of-address.ts'
export { listCurrencies } from './currencies.ts'
export { describePlace } from './describe-place.ts'
export { listCountryNames, openNames } from './place-names.ts'
export { searchCities } from './search-cities.ts'
export { describeZone, listZonesAt, nameZones } from './zones.ts'
