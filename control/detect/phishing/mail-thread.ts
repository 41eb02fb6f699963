/** The thread that reads mails: they come from outside, and may be made to take for ever. */
import { serveQuestions } from '../../../platform/bounded-thread.ts'
import { type InputFault, InvalidInput } from '../../../platform/invalid-input.ts'
import { type MailFacts, readMail } from './read-mail.ts'

export type MailAnswer = { readonly mail: MailFacts } | { readonly faults: readonly InputFault[] }

serveQuestions(async (raw: string): Promise<MailAnswer> => {
  try {
    return { mail: await readMail(raw) }
  } catch (error) {
    if (error instanceof InvalidInput) return { faults: error.faults }
    throw error
  }
})
