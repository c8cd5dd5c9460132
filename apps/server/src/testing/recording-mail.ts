import type { Email, Mail, Sms, WrittenEmail } from '../platform/mail/mail.ts'

/** Mail that sends nothing and records what it is given. */
export type RecordingMail = Mail &
  Readonly<{ emails: Email[]; smsMessages: Sms[]; written: WrittenEmail[]; texts: string[] }>

export function createRecordingMail(hasSms = true): RecordingMail {
  const emails: Email[] = []
  const smsMessages: Sms[] = []
  const written: WrittenEmail[] = []
  const texts: string[] = []
  return {
    emails,
    smsMessages,
    written,
    texts,
    hasSms,
    hasMailServer: true,
    sendEmail: async (email) => {
      emails.push(email)
    },
    sendSms: async (sms) => {
      smsMessages.push(sms)
    },
    pretend: async () => {},
    sendWritten: async (email) => {
      written.push(email)
      return 'sent'
    },
    sendText: async (to, text) => {
      texts.push(`${to} ${text}`)
      return 'sent'
    },
    findBrand: async (host) => ({ name: 'Heliograph', host }),
  }
}
