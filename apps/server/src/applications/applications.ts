export { addCard, listCards, listFrameOrigins, listOpenCards, openCard, removeCard, switchCard } from './cards.ts'
export { changeDataPlan, countPlans, listDataPlans } from './data-plans.ts'
export {
  cancelOrder,
  closeOrder,
  getRenewal,
  listOrders,
  orderRenewal,
  type PlanOrder,
  setRenewal,
} from './plan-orders.ts'
