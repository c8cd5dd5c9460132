/** The room's front door: messages to people, posted where something happens. `delivery/messages` sends them. */
export { accountZone } from './account-zone.ts'
export type {
  AlarmMessage,
  MessageEntry,
  MessageEvent,
  PersonalMessage,
} from './message-event.ts'
export { MESSAGES_CHANGED, notifyReaders, postMessages } from './post-messages.ts'
export { readPeople, toThreshold } from './read-people.ts'
