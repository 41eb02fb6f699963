/**
 * Settings for the connection to the brokers, and for the installation's own topics; every role reads them at its
 * start.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import { flag, integer, optional, type Setting } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { KafkaOptions } from './options.ts'

const BROKER = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i

/**
 * Null when unset. Validated here, because the client would retry an unusable text as long as a broker that is down.
 */
function brokers(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    if (!value.split(',').every((broker) => BROKER.test(broker.trim())))
      throw new Error('host:port, with commas between')
    return value
  }
  return { name, fallback: null, description, parse }
}

/** The longest name behind the prefix has 40 characters, and the broker allows 249. */
const PREFIX = /^[\w.-]{1,100}$/

function prefix(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    if (!PREFIX.test(value)) throw new Error('at most 100 letters, digits, dots, dashes and underscores')
    return value
  }
  return { name, fallback: null, description, parse }
}

const MECHANISMS = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'] as const

function mechanism(name: string, description: string): Setting<string> {
  const parse = (value: string) => {
    if (!(MECHANISMS as readonly string[]).includes(value)) throw new Error(`one of ${MECHANISMS.join(', ')}`)
    return value
  }
  return { name, fallback: MECHANISMS[0], description: `${description}: ${MECHANISMS.join(', ')}`, parse }
}

export const KAFKA_SETTINGS = {
  kafkaBrokers: brokers('KAFKA_BROKERS', 'Kafka as the backbone, host:port with commas; the embedded log when unset'),
  kafkaPrefix: prefix(
    'KAFKA_PREFIX',
    'prefix of every topic, group and transaction on the brokers, so that several installations can share them',
  ),
  kafkaTls: flag('KAFKA_TLS', 'TLS to the brokers, whose names and certificates are checked'),
  kafkaCaFile: optional(
    'KAFKA_CA_FILE',
    'PEM file of the authorities that sign these certificates; default: those of the system',
  ),
  kafkaCertificateFile: optional('KAFKA_CERTIFICATE_FILE', 'PEM file of the client certificate for the brokers'),
  kafkaKeyFile: optional('KAFKA_KEY_FILE', 'PEM file of its key, without a password'),
  kafkaUsername: optional('KAFKA_USERNAME', 'user of the brokers over SASL; no sign-in when unset'),
  kafkaPassword: optional('KAFKA_PASSWORD', 'the password of KAFKA_USERNAME'),
  kafkaMechanism: mechanism('KAFKA_SASL_MECHANISM', 'how'),
  /**
   * @bound bytes waiting for a group in a partition on Kafka, by the mean size of its records -> 503, Retry-After 5;
   * intake waits
   */
  kafkaUnreadMaxMb: integer(
    'KAFKA_UNREAD_MAX_MB',
    12_288,
    16,
    100_000_000,
    'consumer lag of a group in a partition, in MB, above which ingest answers 503 and intake waits. Must be less than retention.bytes of the topic, 16 GiB when svc creates it',
  ),
  threadPoolSize: integer(
    'UV_THREADPOOL_SIZE',
    4,
    1,
    1024,
    'threads of Node for files and for calls to the brokers; `npx svc` and the image set 64 on Kafka',
  ),
  kafkaInstance: optional('SVC_INSTANCE', 'name of this replica, the same after each restart; random when unset'),
} as const

/** Threads of the pool that stay free for other work: files, DNS, and a commit of each group. */
const THREADS_FOR_OTHERS = 16

type KafkaSettings = {
  readonly [K in keyof typeof KAFKA_SETTINGS]: ReturnType<(typeof KAFKA_SETTINGS)[K]['parse']>
}

/** Throws `bad_config` when a setting needs another one that is missing, or when a file has the wrong content. */
export function kafkaOptions(settings: KafkaSettings, brokers: string): KafkaOptions {
  refuse(missingPairs(settings))
  refuse(badFiles(settings))
  const { kafkaInstance: instance, kafkaPrefix: namespace, threadPoolSize } = settings
  return {
    brokers,
    ...(namespace === null ? {} : { namespace }),
    ...(instance === null ? {} : { instance }),
    waitsMax: Math.max(0, threadPoolSize - THREADS_FOR_OTHERS),
    client: { ...protocolOf(settings), ...tlsOf(settings), ...saslOf(settings) },
  }
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new AppError('bad_config', faults.join('\n'))
}

function missingPairs(settings: KafkaSettings): readonly string[] {
  const { kafkaTls, kafkaCaFile, kafkaCertificateFile, kafkaKeyFile, kafkaUsername, kafkaPassword } = settings
  const faults: string[] = []
  const needs = (name: string, isMissing: boolean, why: string) =>
    isMissing && faults.push(`${name}: needed with ${why}`)
  const hasFile = [kafkaCaFile, kafkaCertificateFile, kafkaKeyFile].some((file) => file !== null)
  needs('KAFKA_TLS', hasFile && !kafkaTls, 'KAFKA_CA_FILE, KAFKA_CERTIFICATE_FILE and KAFKA_KEY_FILE')
  needs('KAFKA_KEY_FILE', kafkaCertificateFile !== null && kafkaKeyFile === null, 'KAFKA_CERTIFICATE_FILE')
  needs('KAFKA_CERTIFICATE_FILE', kafkaKeyFile !== null && kafkaCertificateFile === null, 'KAFKA_KEY_FILE')
  needs('KAFKA_PASSWORD', kafkaUsername !== null && kafkaPassword === null, 'KAFKA_USERNAME')
  needs('KAFKA_USERNAME', kafkaPassword !== null && kafkaUsername === null, 'KAFKA_PASSWORD')
  return faults
}

/**
 * Checks the certificate files here, because the client only reports an X.509 failure without the file or the cause.
 */
function badFiles({ kafkaCaFile, kafkaCertificateFile, kafkaKeyFile }: KafkaSettings): readonly string[] {
  const faults: string[] = []
  function read<T>(name: string, file: string | null, what: string, parse: (pem: Buffer) => T): T | undefined {
    if (file === null) return undefined
    try {
      return parse(fs.readFileSync(file))
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).syscall
        ? (error as Error).message
        : `no ${what} as PEM in ${file}`
      faults.push(`${name}: ${reason}`)
      return undefined
    }
  }
  read('KAFKA_CA_FILE', kafkaCaFile, 'certificate', (pem) => new X509Certificate(pem))
  const own = read('KAFKA_CERTIFICATE_FILE', kafkaCertificateFile, 'certificate', (pem) => new X509Certificate(pem))
  const key = read('KAFKA_KEY_FILE', kafkaKeyFile, 'key without a password', (pem) => createPrivateKey(pem))
  if (own && key && !own.checkPrivateKey(key)) faults.push('KAFKA_KEY_FILE: not the key of KAFKA_CERTIFICATE_FILE')
  return faults
}

type Client = NonNullable<KafkaOptions['client']>

function protocolOf({ kafkaTls, kafkaUsername }: KafkaSettings): Client {
  const sasl = kafkaUsername === null ? '' : 'sasl_'
  return { 'security.protocol': `${sasl}${kafkaTls ? 'ssl' : 'plaintext'}` }
}

function tlsOf({ kafkaTls, kafkaCaFile, kafkaCertificateFile, kafkaKeyFile }: KafkaSettings): Client {
  if (!kafkaTls) return {}
  return {
    // Set explicitly: not every version of the library has this default.
    'ssl.endpoint.identification.algorithm': 'https',
    ...(kafkaCaFile === null ? {} : { 'ssl.ca.location': kafkaCaFile }),
    ...(kafkaCertificateFile === null ? {} : { 'ssl.certificate.location': kafkaCertificateFile }),
    ...(kafkaKeyFile === null ? {} : { 'ssl.key.location': kafkaKeyFile }),
  }
}

function saslOf({ kafkaUsername, kafkaPassword, kafkaMechanism }: KafkaSettings): Client {
  if (kafkaUsername === null || kafkaPassword === null) return {}
  return { 'sasl.mechanism': kafkaMechanism, 'sasl.username': kafkaUsername, 'sasl.password': kafkaPassword }
}
