/**
 * Mail over SMTP. A message keeps its Message-ID over all tries: a process that dies between the server's answer and
 * the receipt causes it to be sent again. Only then may a mail arrive twice, and the mailbox can recognise the
 * duplicate.
 */
import { createTransport } from 'nodemailer'
import type { FindPlace } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { type MailServer, tlsRulesOf } from '../../../platform/mail-server.ts'
import type { Outgoing } from './message.ts'
import type { Sent } from './sent.ts'

const TIMEOUT_MS = 20_000
/** Pause after a failed connection, so that not every message waits for a server that is away. */
const REST_MS = 5_000

export type Mailer = {
  readonly server: MailServer
  send(to: string, mail: Outgoing): Promise<Sent>
}

export function openMailer(server: MailServer, findPlace: FindPlace, nowMs: () => number): Mailer {
  let restUntilMs = 0
  return {
    server,
    async send(to, mail) {
      if (nowMs() < restUntilMs) return { outcome: 'later', reason: 'the mail server could not be reached' }
      try {
        await transmit(server, findPlace, to, mail)
        return { outcome: 'sent' }
      } catch (error) {
        const sent = sentOf(error)
        if (sent.outcome === 'later' && sent.isUnreached === true) restUntilMs = nowMs() + REST_MS
        return sent
      }
    },
  }
}

async function transmit(server: MailServer, findPlace: FindPlace, to: string, mail: Outgoing): Promise<void> {
  const { host, port, user, password, from } = server
  const { address } = await findPlace(host, port)
  const transport = createTransport({
    // Connects to the checked address, under the certificate of the name.
    ...{ host: address, port, ...tlsRulesOf(server) },
    ...(user !== null && password !== null ? { auth: { user, pass: password } } : {}),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const idOf = (delivery: string) => `<svc-${delivery}@${domain}>`
  const first = mail.repliesTo === null ? undefined : idOf(mail.repliesTo)
  try {
    await transport.sendMail({
      from: { name: mail.senderName ?? from.name, address: from.address },
      to: { name: '', address: to },
      ...{ subject: mail.subject, messageId: idOf(mail.id) },
      alternatives: [part('text/plain', mail.text), part('text/html', mail.html)],
      ...{ inReplyTo: first, references: first, headers: { 'auto-submitted': 'auto-generated' } },
      ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
    })
  } finally {
    transport.close()
  }
}

/**
 * Plain ASCII goes as it is, so that a link stays in one piece for whatever reads the source of a mail; everything else is
 * encoded as nodemailer does.
 */
function part(type: string, content: string) {
  const isPlain = /^[ -~\n\t]*$/.test(content) && content.split('\n').every(({ length }) => length < LINE_MAX)
  const encoding = isPlain ? { contentTransferEncoding: '7bit' as const } : {}
  return { contentType: `${type}; charset=utf-8`, content, ...encoding }
}

/** RFC 5322, 2.1.1: 998, without the end of the line. */
const LINE_MAX = 990

/** Separates errors that may pass (4xx, no connection) from final refusals (5xx). */
function sentOf(error: unknown): Sent {
  if (error instanceof AppError)
    return error.code === 'forbidden'
      ? { outcome: 'failed', reason: error.message }
      : { outcome: 'later', reason: error.message, isUnreached: true }
  const { responseCode, code = '', response = '', message = '' } = error as NodeMailerError
  const serverWords = (response || message).replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 200)
  if (responseCode === undefined) {
    const isFinal = code === 'EENVELOPE'
    const reason = `the mail server could not be asked: ${code} ${serverWords}`.trim()
    return isFinal ? { outcome: 'failed', reason } : { outcome: 'later', reason, isUnreached: true }
  }
  const reason = `the mail server answered ${serverWords.startsWith(String(responseCode)) ? serverWords : `${responseCode} ${serverWords}`}`
  // The operator can mend failures of sign-in and TLS while the message is still retried.
  return responseCode >= 500 && !OF_SETTINGS.has(code) ? { outcome: 'failed', reason } : { outcome: 'later', reason }
}

const OF_SETTINGS: ReadonlySet<string> = new Set(['EAUTH', 'ETLS'])

type NodeMailerError = {
  readonly responseCode?: number
  readonly code?: string
  readonly response?: string
  readonly message?: string
}
