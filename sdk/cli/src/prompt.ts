/** Reads an answer from the terminal, or a line from standard input. */
import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Interrupted } from './interrupted.ts'
import { UsageError } from './usage-error.ts'

export async function lineOfInput(): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line.trim()
  throw new UsageError('standard input is empty')
}

/** Throws `Interrupted` for Ctrl+C and at the end of the input. */
export function promptFor(question: string, isSecret = false): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: isSecret ? mute : stderr, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('close', () => {
      stderr.write('\n')
      reject(new Interrupted())
    })
    const answered = (text: string) => {
      reader.removeAllListeners('close')
      reader.close()
      if (isSecret) stderr.write('\n')
      resolve(text.trim())
    }
    // The reader must exist before a question is shown, because it receives Ctrl+C; a muted one shows no question.
    if (isSecret) stderr.write(question)
    reader.question(isSecret ? '' : question, answered)
  })
}
