/** The room's front door: what people order from the operator of this server (renewals, credits), and what it gives them. */
export { cancelOrder, closeOrder } from './close-order.ts'
export { addCredits, listBalances, listEntries, removeOldEntries, returnCredit, takeCredit } from './credits.ts'
export { changeDataPlan, countPlans, listDataPlans } from './data-plans.ts'
export { listRenewals, listTopUps, type Renewal, type TopUp } from './list-orders.ts'
export { readPrices, savePrices } from './prices.ts'
export { orderRenewal, readRenewalPayment, saveRenewalPayment } from './renewals.ts'
export { orderTopUp } from './top-ups.ts'
