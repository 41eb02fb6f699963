import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { KAFKA_SETTINGS, kafkaOptions } from './config.ts'

const optionsOf = (env: NodeJS.ProcessEnv) => kafkaOptions(readConfig(KAFKA_SETTINGS, env), 'kafka:9092')

test('brokers are reached in plain text unless something else is said', () => {
  expect(optionsOf({})).toEqual({ brokers: 'kafka:9092', client: { 'security.protocol': 'plaintext' } })
})

test('a name before everything, TLS and a password reach the client', () => {
  const files = { KAFKA_CA_FILE: 'ca.pem', KAFKA_CERTIFICATE_FILE: 'own.pem', KAFKA_KEY_FILE: 'key.pem' }
  const signIn = { KAFKA_USERNAME: 'svc', KAFKA_PASSWORD: 'pass, word' }
  expect(optionsOf({ KAFKA_PREFIX: 'eu.', SVC_INSTANCE: 'one', KAFKA_TLS: '1', ...files, ...signIn })).toEqual({
    brokers: 'kafka:9092',
    namespace: 'eu.',
    instance: 'one',
    client: {
      'security.protocol': 'sasl_ssl',
      'ssl.endpoint.identification.algorithm': 'https',
      'ssl.ca.location': 'ca.pem',
      'ssl.certificate.location': 'own.pem',
      'ssl.key.location': 'key.pem',
      'sasl.mechanism': 'SCRAM-SHA-512',
      'sasl.username': 'svc',
      'sasl.password': 'pass, word',
    },
  })
})

test('what would be passed over without another setting is refused, each with its name', () => {
  const missing = (env: NodeJS.ProcessEnv) => {
    try {
      optionsOf(env)
      return []
    } catch (error) {
      return (error as Error).message.split('\n').map((fault) => fault.split(': ', 1)[0])
    }
  }
  expect(missing({ KAFKA_CA_FILE: 'ca.pem', KAFKA_USERNAME: 'svc' })).toEqual(['KAFKA_TLS', 'KAFKA_PASSWORD'])
  expect(missing({ KAFKA_TLS: '1', KAFKA_KEY_FILE: 'key.pem' })).toEqual(['KAFKA_CERTIFICATE_FILE'])
  expect(missing({ KAFKA_TLS: '1', KAFKA_CERTIFICATE_FILE: 'own.pem' })).toEqual(['KAFKA_KEY_FILE'])
  expect(missing({ KAFKA_PASSWORD: 'hidden' })).toEqual(['KAFKA_USERNAME'])
  expect(missing({ KAFKA_PREFIX: 'a b' })).toEqual(['KAFKA_PREFIX'])
  expect(missing({ KAFKA_SASL_MECHANISM: 'GSSAPI' })).toEqual(['KAFKA_SASL_MECHANISM'])
})
