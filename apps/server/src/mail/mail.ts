export { type Delivery, readDelivery } from './delivery.ts'
export type { Email, Mail, Sms } from './mail-port.ts'
export { startMail } from './start-mail.ts'
