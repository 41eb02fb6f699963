/**
 * Mail over SMTP: plain text, over TLS unless the settings say otherwise, to the receivers in the action or the
 * settings.
 */
import { AppError } from '../../platform/errors.ts'
import { NotDone, type Respond } from './executor.ts'

const TIMEOUT_MS = 20_000
const RECIPIENTS_MAX = 20
const TEXT_MAX = 50_000
export const SUBMISSION_PORT = 587
const TLS_PORT = 465

const open: Respond['open'] = (settings, { findPlace, checkReceiver }) => {
  return {
    name: `smtp ${settings.name}`,
    ...{ isSimulated: false, isRepeatable: true },
    async perform({ id, parameters, target, rationale }) {
      const { from = '', to: standing = '', user, tls } = settings.settings
      const to = recipients(parameters.to ?? standing)
      for (const address of to) await checkReceiver(address)
      const url = new URL(settings.baseUrl)
      const isTls = url.protocol === 'smtps:'
      const port = Number(url.port || (isTls ? TLS_PORT : SUBMISSION_PORT))
      const { host, address } = await findPlace(url.hostname.replace(/^\[|\]$/g, ''), port)
      // Loaded here: most processes that know this executor send no mail.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        // To the address that was judged, under the certificate of the name.
        ...{ host: address, port, secure: isTls, tls: { servername: host } },
        requireTLS: !isTls && tls !== 'none',
        ignoreTLS: !isTls && tls === 'none',
        ...(user && settings.secret !== null ? { auth: { user, pass: settings.secret } } : {}),
        ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
        ...{ disableFileAccess: true, disableUrlAccess: true },
      })
      const message = parameters.message ?? rationale
      try {
        const sent = await transport.sendMail({
          ...{ from, to, subject: oneLine(`${target}: ${message}`), text: message.slice(0, TEXT_MAX) },
          // The same action again is the same message: who gets it twice sees it once.
          messageId: `<svc-${id}@${host}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return { ref: sent.messageId, detail: `accepted for ${sent.accepted.length} of ${to.length}` }
      } catch (error) {
        throw refusalOf(error)
      } finally {
        transport.close()
      }
    },
    look: async () => 'unknown',
    undo: null,
  }
}

function recipients(text: string): string[] {
  const found = text.split(/[,;]/).flatMap((one) => one.trim() || [])
  if (found.length === 0)
    throw new AppError('conflict', 'no receiver: set parameters.to, or settings.to of the executor')
  if (found.length > RECIPIENTS_MAX) throw new AppError('conflict', `a mail goes to at most ${RECIPIENTS_MAX} people`)
  const bad = found.find((one) => !/^[^\s<>"@]+@[^\s<>"@]+$/.test(one))
  if (bad !== undefined) throw new AppError('conflict', `${bad.slice(0, 100)} is no mail address`)
  return found
}

/** A line break would begin another header. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/** Separates transient errors (4xx, no connection) from final refusals (5xx). */
function refusalOf(error: unknown): AppError {
  const { responseCode, code = '', message = '' } = error as { responseCode?: number; code?: string; message?: string }
  const isFinal = responseCode !== undefined ? responseCode >= 500 : code === 'EAUTH' || code === 'EENVELOPE'
  const what =
    responseCode === undefined ? `could not be asked (${code || message.slice(0, 100)})` : `answered ${responseCode}`
  const Kind = responseCode === undefined ? AppError : NotDone
  return new Kind(isFinal ? 'conflict' : 'unavailable', `the mail server ${what}`, { cause: error })
}

export const MAIL_RESPOND: Respond = { vendor: 'smtp', capabilities: ['notify'], open }
