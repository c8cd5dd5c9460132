export type { AlarmMessage, MessageEvent, PersonalMessage } from './message-event.ts'
export { messagesChanged, postMessages } from './post-messages.ts'
