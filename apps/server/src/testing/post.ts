import type { Letter, Post, ShortMessage } from '../mail/mail.ts'

/** A post that keeps what it is given. */
export type RecordingPost = Post & Readonly<{ letters: Letter[]; messages: ShortMessage[] }>

export function createRecordingPost(hasSms = true): RecordingPost {
  const letters: Letter[] = []
  const messages: ShortMessage[] = []
  return {
    letters,
    messages,
    hasSms,
    mail: async (letter) => {
      letters.push(letter)
    },
    sms: async (message) => {
      messages.push(message)
    },
    pretend: async () => {},
  }
}
