import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { KAFKA_SETTINGS, kafkaOptions } from './config.ts'

/** Made for these tests, and for nothing else. */
const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBczCCARmgAwIBAgIUUsznQ+aR9USBKHoR6azXZR2JbbEwCgYIKoZIzj0EAwIw',
  'DjEMMAoGA1UEAwwDc3ZjMCAXDTI2MTEyMzA2NDY0MVoYDzIxMjYxMDMwMDY0NjQx',
  'WjAOMQwwCgYDVQQDDANzdmMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS6C4Sv',
  'csu2MIUxam9GsnNqSN6EFA8K5O5a1dAez0G20VclU9KqZM29QGSPRkgEZeicvOTj',
  'KcIVXG72BEHkxgQGo1MwUTAdBgNVHQ4EFgQUG+sSCiq5Smz+N4qpg0x4iWfdI8Aw',
  'HwYDVR0jBBgwFoAUG+sSCiq5Smz+N4qpg0x4iWfdI8AwDwYDVR0TAQH/BAUwAwEB',
  '/zAKBggqhkjOPQQDAgNIADBFAiBjTys/56XEWybxsjjYnJLNKwplndrTgTMFC082',
  'DOVzNQIhAIzTfbgy9eW8hwQ9vnBYbImbVs5iPh4gDUbxYKHgW22b',
  '-----END CERTIFICATE-----',
]
const KEY = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwWa/GQKhQt5xnqbY',
  'q5AAt2lRsPo8RtlRVDs0diTHKF6hRANCAAS6C4Svcsu2MIUxam9GsnNqSN6EFA8K',
  '5O5a1dAez0G20VclU9KqZM29QGSPRkgEZeicvOTjKcIVXG72BEHkxgQG',
  '-----END PRIVATE KEY-----',
]
const OTHER_KEY = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGPGCGg7wcMGqp6CA',
  'F/3Guh0CCmLV6KWrXIEqf4vFzLqhRANCAARbkhEW2xETj7ZiuWV7g7iKTWQ51utQ',
  'Xc+M85U5a+G6pQ4iCI0sanRTTKeBu4QCQRDChqoUnssUi//5Jme00gle',
  '-----END PRIVATE KEY-----',
]

const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-kafka-config-'))
afterAll(() => fs.rmSync(dir, { recursive: true }))
function fileOf(name: string, lines: readonly string[]): string {
  const file = path.join(dir, name)
  fs.writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
const PEM = fileOf('own.pem', CERTIFICATE)
const KEY_PEM = fileOf('key.pem', KEY)

const optionsOf = (env: NodeJS.ProcessEnv) => kafkaOptions(readConfig(KAFKA_SETTINGS, env), 'kafka:9092')

test('connects in plain text by default', () => {
  const client = { 'security.protocol': 'plaintext' }
  expect(optionsOf({})).toEqual({ brokers: 'kafka:9092', waitsMax: 0, client })
})

test('in a large thread pool all but a few threads may wait for records', () => {
  expect(optionsOf({ UV_THREADPOOL_SIZE: '64' })).toMatchObject({ waitsMax: 48 })
  expect(optionsOf({ UV_THREADPOOL_SIZE: '10' })).toMatchObject({ waitsMax: 0 })
})

test('a name before everything, TLS and a password reach the client', () => {
  const files = { KAFKA_CA_FILE: PEM, KAFKA_CERTIFICATE_FILE: PEM, KAFKA_KEY_FILE: KEY_PEM }
  const signIn = { KAFKA_USERNAME: 'svc', KAFKA_PASSWORD: 'pass, word' }
  expect(optionsOf({ KAFKA_PREFIX: 'eu.', SVC_INSTANCE: 'one', KAFKA_TLS: '1', ...files, ...signIn })).toEqual({
    brokers: 'kafka:9092',
    namespace: 'eu.',
    instance: 'one',
    waitsMax: 0,
    client: {
      'security.protocol': 'sasl_ssl',
      'ssl.endpoint.identification.algorithm': 'https',
      'ssl.ca.location': PEM,
      'ssl.certificate.location': PEM,
      'ssl.key.location': KEY_PEM,
      'sasl.mechanism': 'SCRAM-SHA-512',
      'sasl.username': 'svc',
      'sasl.password': 'pass, word',
    },
  })
})

test('refuses a setting that has no effect without another, and names both', () => {
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

test('names the setting of a file with the wrong content', () => {
  const text = fileOf('text', ['kafka'])
  const other = fileOf('other.pem', OTHER_KEY)
  const refusal = (env: NodeJS.ProcessEnv) => expect(() => optionsOf({ KAFKA_TLS: '1', ...env }))
  refusal({ KAFKA_CA_FILE: path.join(dir, 'none') }).toThrow(/^KAFKA_CA_FILE: ENOENT/)
  refusal({ KAFKA_CA_FILE: KEY_PEM }).toThrow(/^KAFKA_CA_FILE: no certificate as PEM in .*key\.pem$/)
  refusal({ KAFKA_CERTIFICATE_FILE: text, KAFKA_KEY_FILE: text }).toThrow(
    /^KAFKA_CERTIFICATE_FILE: no certificate .*\nKAFKA_KEY_FILE: no key without a password as PEM/,
  )
  refusal({ KAFKA_CERTIFICATE_FILE: PEM, KAFKA_KEY_FILE: other }).toThrow(
    /^KAFKA_KEY_FILE: not the key of KAFKA_CERTIFICATE_FILE$/,
  )
})
