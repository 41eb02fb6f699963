/** A mail server that keeps what it takes and refuses as it is told. Its certificate is one that nobody signed. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type KeptMail = { readonly to: string; readonly raw: string; readonly isTls: boolean; readonly mail: Email }

export type TestMailServer = {
  readonly port: number
  readonly mails: KeptMail[]
  /** Code that recipients are refused with; null: they are taken. */
  refusal: number | null
  /** Called when a mail is there, before the server says that it took it. */
  onMail: () => Promise<void>
  close(): Promise<void>
}

export const MAIL_USER = { user: 'svc', password: 'p@ss:w/rd' }

export async function openTestMailServer(
  options: { secure?: boolean; hideTls?: boolean } = {},
): Promise<TestMailServer> {
  const mails: KeptMail[] = []
  const server = new SMTPServer({
    ...{ secure: options.secure === true, authOptional: true, allowInsecureAuth: true },
    ...{ disabledCommands: options.hideTls === true ? ['STARTTLS'] : [] },
    onAuth: ({ username, password }, _, done) =>
      username === MAIL_USER.user && password === MAIL_USER.password
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: (_, __, done) =>
      done(kept.refusal === null ? null : Object.assign(new Error('refused here'), { responseCode: kept.refusal })),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString()
        const mail = await PostalMime.parse(raw)
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw, isTls: session.secure, mail })
        await kept.onMail()
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const kept: TestMailServer = {
    ...{ port: (server.server.address() as AddressInfo).port, mails, refusal: null, onMail: async () => {} },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return kept
}
