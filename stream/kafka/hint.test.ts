import { expect, test } from 'vitest'
import { hintOf, signsInWithScram } from './hint.ts'

const PLAIN = { 'security.protocol': 'plaintext' }
const TLS = { 'security.protocol': 'ssl', 'ssl.ca.location': 'ca.pem' }
const SCRAM = { 'security.protocol': 'sasl_ssl', 'sasl.mechanism': 'SCRAM-SHA-512' }

/** Messages of librdkafka 2.0.2 and 2.12 about a listener of Kafka 4.1. */
const MESSAGES = {
  verify: 'ssl://k:9/bootstrap: SSL handshake failed: error:0A000086:SSL routines::certificate verify failed: broker',
  certificateRequested:
    'ssl://k:9/bootstrap: Receive failed: error:0A000412:SSL routines::ssl/tls alert bad certificate: SSL alert 42',
  noTls: 'ssl://k:9/bootstrap: SSL handshake failed: error:0A000126:SSL routines::unexpected eof while reading',
  noSasl:
    "sasl_ssl://k:9/bootstrap: SASL SCRAM-SHA-512 mechanism handshake failed: Broker: Request not valid in current SASL state: broker's supported mechanisms: ",
  refused: 'sasl_ssl://k:9/bootstrap: SASL authentication error: Authentication failed during authentication due to',
}

test('each refusal names the setting that it comes from', () => {
  expect(hintOf(MESSAGES.verify, TLS, '2.12.0')).toMatch(/^no authority of KAFKA_CA_FILE .* expired, .*KAFKA_BROKERS/)
  expect(hintOf(MESSAGES.verify, { 'security.protocol': 'ssl' }, '2.12.0')).toMatch(/KAFKA_CA_FILE is unset/)
  expect(hintOf(MESSAGES.certificateRequested, TLS, '2.12.0')).toMatch(/asks for a certificate: KAFKA_CERTIFICATE_FILE/)
  expect(hintOf(MESSAGES.noTls, TLS, '2.12.0')).toMatch(/leave out KAFKA_TLS/)
  expect(hintOf(MESSAGES.noSasl, SCRAM, '2.12.0')).toMatch(/leave out KAFKA_USERNAME/)
  expect(hintOf(MESSAGES.refused, SCRAM, '2.12.0')).toBe('KAFKA_USERNAME, KAFKA_PASSWORD or KAFKA_SASL_MECHANISM')
})

test('a silent listener suggests a missing TLS or SASL setting', () => {
  expect(hintOf('timed out', PLAIN, '2.12.0')).toMatch(/TLS \(KAFKA_TLS\) or a sign-in \(KAFKA_USERNAME\)$/)
  expect(hintOf('broker transport failure', TLS, '2.12.0')).toMatch(/wants a sign-in \(KAFKA_USERNAME\)$/)
  const closed = 'ssl://k:9/bootstrap: Send failed: error:80000020: Broken pipe (after 1ms in state UP)'
  expect(hintOf(closed, TLS, '2.12.0')).toMatch(/wants a sign-in \(KAFKA_USERNAME\)$/)
  expect(hintOf('timed out', SCRAM, '2.12.0')).toBeNull()
  expect(hintOf('Connect to ipv4#127.0.0.1:9 failed: Connection refused', PLAIN, '2.12.0')).toBeNull()
})

test('names a client version that Kafka 4 refuses over SCRAM', () => {
  expect(hintOf(MESSAGES.refused, SCRAM, '2.0.2')).toMatch(/librdkafka 2\.0\.2 .* npm run kafka:client/)
  expect(hintOf(MESSAGES.refused, { ...SCRAM, 'sasl.mechanism': 'PLAIN' }, '2.0.2')).not.toMatch(/librdkafka/)
  expect(['2.0.2', '2.6.0', '2.6.1', '2.12.0', '3.0.0'].map(signsInWithScram)).toEqual([false, false, true, true, true])
})
