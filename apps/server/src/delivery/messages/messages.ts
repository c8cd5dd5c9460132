export {
  addressPurpose,
  listAddresses,
  makeWebhookSecret,
  orderTest,
  putAddress,
  removeAddress,
  resumeAddress,
} from './addresses.ts'
export { judgeStatus, type Outcome } from './channels/outcome.ts'
export { type Outside, OutsideError, requestOutside } from './channels/request-outside.ts'
export { signWebhook } from './channels/send-webhook.ts'
export { dropWaiting } from './drop-waiting.ts'
export { listSendings } from './list-sendings.ts'
export {
  countUnread,
  type Message,
  markAllRead,
  markRead,
  removeMessages,
  removeOldMessages,
  searchMessages,
} from './message-center.ts'
export { type MessageConfig, readMessageConfig } from './message-config.ts'
export { createMessageService, type MessageChannels, type MessageService } from './message-service.ts'
export { moveDigest } from './move-digest.ts'
export { choosePlant, listPlantChoices, readSettings, saveSettings } from './settings.ts'
export { linkTelegram } from './telegram-links.ts'
export { tellOfEmail } from './tell-of-email.ts'
export { isUnsubscribed, MESSAGE_LIST, unsubscribe } from './unsubscribe.ts'
export { createWriter, type Writer, writeEntry, writeTitle } from './write-message.ts'
