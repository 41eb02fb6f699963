/**
 * Explains a refused connection in terms of our settings, because the client names its own settings, and reports only a
 * failure where a listener closes the connection without a message. Returns null where the client's message is enough.
 */
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import type { Settings } from './rdkafka.ts'

export function hintOf(reason: string, client: Settings, version: string): string | null {
  const hint = HINTS.find(({ at }) => at.test(reason))
  return hint?.of({ client, version }) ?? (isSilent(reason) ? silent(client) : null)
}

type Of = { readonly client: Settings; readonly version: string }

/** The first entry whose pattern matches the client's message is used. */
const HINTS: readonly { readonly at: RegExp; readonly of: (of: Of) => string | null }[] = [
  {
    at: /certificate verify failed/,
    of: ({ client }) =>
      `no authority ${client['ssl.ca.location'] === undefined ? 'of the system, while KAFKA_CA_FILE is unset,' : 'of KAFKA_CA_FILE'} has signed the broker's certificate, or it has expired, or it is not for the name in KAFKA_BROKERS or advertised.listeners`,
  },
  { at: /alert .*(?:certificate|unknown ca|handshake failure)/, of: ({ client }) => ownCertificate(client) },
  {
    at: /SSL handshake failed.*(?:unexpected eof|wrong version number|packet length|Disconnected)/,
    of: () => 'no TLS is spoken there: leave out KAFKA_TLS, or name the port of a TLS listener in KAFKA_BROKERS',
  },
  {
    at: /mechanism handshake failed: .*not valid in current SASL state/,
    of: () => 'nobody signs in there: leave out KAFKA_USERNAME, or name the port of a SASL listener in KAFKA_BROKERS',
  },
  { at: /mechanism handshake failed/, of: () => 'KAFKA_SASL_MECHANISM is none of those' },
  { at: /SASL authentication error/, of: refusedSignIn },
]

function ownCertificate(client: Settings): string {
  const file = client['ssl.certificate.location']
  if (typeof file !== 'string') return 'it asks for a certificate: KAFKA_CERTIFICATE_FILE and KAFKA_KEY_FILE'
  const { validTo } = new X509Certificate(fs.readFileSync(file))
  return `it does not take the certificate of KAFKA_CERTIFICATE_FILE, which is valid until ${validTo}`
}

function refusedSignIn({ client, version }: Of): string {
  const wrong = 'KAFKA_USERNAME, KAFKA_PASSWORD or KAFKA_SASL_MECHANISM'
  if (!String(client['sasl.mechanism']).startsWith('SCRAM') || signsInWithScram(version)) return wrong
  return `${wrong}; or Kafka is 4.0 or newer, which librdkafka ${version} cannot sign in to with SCRAM: npm run kafka:client -- --scram builds one that can`
}

/**
 * True when the client can sign in with SCRAM to Kafka 4.0 or newer: before 2.6.1 it repeats its nonce in its last
 * message (librdkafka #4895), which Kafka refuses since 4.0. `version` has three numbers.
 */
export function signsInWithScram(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return (major - 2 || minor - 6 || patch - 1) >= 0
}

/** True when the listener closed the connection, or did not answer a protocol that it does not understand. */
function isSilent(reason: string): boolean {
  return /timed out|broker transport failure|Disconnected|failed: .* in state UP/.test(reason)
}

function silent(client: Settings): string | null {
  const protocol = String(client['security.protocol'])
  const unset = [
    ...(protocol.endsWith('ssl') ? [] : ['TLS (KAFKA_TLS)']),
    ...(protocol.startsWith('sasl') ? [] : ['a sign-in (KAFKA_USERNAME)']),
  ]
  return unset.length === 0 ? null : `no broker is there, or the listener wants ${unset.join(' or ')}`
}
