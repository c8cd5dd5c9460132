/** The room's front door: plants are published to MQTT brokers, where Home Assistant finds them. */
export {
  addBroker,
  changeBroker,
  listBrokers,
  removeBroker,
  renewBrokerAccess,
} from './brokers.ts'
export { type BrokerRunner, runBrokers } from './run-brokers.ts'
