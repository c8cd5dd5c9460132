/** The room's front door: plants are published to MQTT brokers, where Home Assistant finds them. */
export {
  addBroker,
  type BrokerInput,
  type BrokerView,
  changeBroker,
  listBrokers,
  MOST_BROKERS,
  removeBroker,
} from './brokers.ts'
export { MOST_PLANTS } from './read-published.ts'
export { type BrokerRunner, runBrokers } from './run-brokers.ts'
