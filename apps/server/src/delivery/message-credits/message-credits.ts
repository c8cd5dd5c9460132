export {
  closeTopUp,
  listTopUps,
  orderTopUp,
  type TopUp,
} from '../../operator/applications/top-ups.ts'
export { addCredits, listBalances, listEntries, removeOldEntries, returnCredits, takeCredit } from './credits.ts'
export { readPrices, savePrices } from './prices.ts'
