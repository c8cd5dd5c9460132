export { addCredits, listBalances, listEntries, removeOldEntries, returnCredits, takeCredit } from './credits.ts'
export { readPrices, savePrices } from './prices.ts'
