export { addCard, listCards, listFrameOrigins, listOpenCards, openCard, removeCard, switchCard } from './cards.ts'
export { changeDataPlan, countPlans, listDataPlans } from './data-plans.ts'
export { cancelOpenOrder } from './open-orders.ts'
export {
  closeOrder,
  getRenewal,
  listOrders,
  orderRenewal,
  type PlanOrder,
  setRenewal,
} from './plan-orders.ts'
export { closeTopUp, listTopUps, orderTopUp, type TopUp } from './top-ups.ts'
