/** The operator's mail server: `SVC_SMTP_URL` and `SVC_MAIL_FROM`. */
import { isIP } from 'node:net'
import { isWithinItself } from './egress/reach.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  /** True for TLS from the first byte; otherwise STARTTLS is used where the server offers it. */
  readonly isTls: boolean
  readonly user: string | null
  readonly password: string | null
  readonly from: { readonly name: string; readonly address: string }
}

const TLS_PORT = 465
const SUBMISSION_PORT = 587
const ADDRESS = /^[^\s<>"@,;:]+@[^\s<>"@,;:]+$/

const isMailAddress = (text: string) => text.length <= 254 && ADDRESS.test(text)

/** Throws Error with the setting's name and the fault; the message never contains the password. */
export function mailServerOf(smtpUrl: string, mailFrom: string | null): MailServer {
  const url = URL.parse(smtpUrl)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('SVC_SMTP_URL: smtp://user:password@host:587 or smtps://user:password@host:465')
  const isTls = url.protocol === 'smtps:'
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const from = mailFrom ?? user ?? ''
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isTls ? TLS_PORT : SUBMISSION_PORT)),
    ...{ isTls, user, password, from: senderOf(from) },
  }
}

function decoded(part: string): string | null {
  try {
    return part === '' ? null : decodeURIComponent(part)
  } catch {
    throw new Error('SVC_SMTP_URL: write a % in the user or password as %25')
  }
}

/** `soc@example.com` or `Example SOC <soc@example.com>`. */
function senderOf(text: string): MailServer['from'] {
  const [, name = '', address = text.trim()] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  if (!isMailAddress(address))
    throw new Error('SVC_MAIL_FROM: a sender address such as soc@example.com, required with SVC_SMTP_URL')
  return { name, address }
}

/**
 * A password is sent over TLS only, to a server whose certificate matches its name. A server on this machine is exempt:
 * no network lies between, and it mostly has a self-signed certificate.
 */
export function tlsRulesOf({ host, isTls, password }: MailServer) {
  const isLocal = isWithinItself(host)
  return {
    secure: isTls,
    requireTLS: !isTls && !isLocal && password !== null,
    tls: { ...(isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: !isLocal },
  }
}
