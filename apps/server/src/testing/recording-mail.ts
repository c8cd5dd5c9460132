import type { Email, Mail, Sms } from '../mail/mail.ts'

/** Mail that sends nothing and records what it is given. */
export type RecordingMail = Mail & Readonly<{ emails: Email[]; smsMessages: Sms[] }>

export function createRecordingMail(hasSms = true): RecordingMail {
  const emails: Email[] = []
  const smsMessages: Sms[] = []
  return {
    emails,
    smsMessages,
    hasSms,
    hasMailServer: true,
    sendEmail: async (email) => {
      emails.push(email)
    },
    sendSms: async (sms) => {
      smsMessages.push(sms)
    },
    pretend: async () => {},
  }
}
