/** An admin client of the brokers over kafkajs, which needs no native build. */
import fs from 'node:fs'
import { type Admin, Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { AppError } from '../../platform/errors.ts'
import type { Config } from '../config.ts'

const CONNECT_MS_MAX = 5_000
const REQUEST_MS_MAX = 30_000

/** Throws `bad_config` without brokers, `unavailable` when none answers or one refuses. */
export async function withAdmin<T>(config: Config, work: (admin: Admin) => Promise<T>): Promise<T> {
  const { kafkaBrokers } = config
  if (kafkaBrokers === null) throw new AppError('bad_config', 'KAFKA_BROKERS: required, topics are created there')
  const admin = new Kafka({
    clientId: 'svc-topics',
    brokers: kafkaBrokers.split(',').map((broker) => broker.trim()),
    ...tlsOf(config),
    ...saslOf(config),
    connectionTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    retry: { retries: 3 },
    logLevel: logLevel.NOTHING,
  }).admin()
  try {
    await admin.connect()
    return await work(admin)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unavailable', `Kafka: ${wordsOf(error)}`, { cause: error })
  } finally {
    await admin.disconnect()
  }
}

/** The first of several refusals by topic explains the failure. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [first] = (error as { errors?: readonly (Error & { topic?: string })[] }).errors ?? []
  return first ? `${first.topic ?? ''} ${first.message}`.trim() : error.message
}

function tlsOf({ kafkaTls, kafkaCaFile, kafkaCertificateFile, kafkaKeyFile }: Config) {
  if (!kafkaTls) return {}
  const read = (name: string, file: string | null) => (file === null ? {} : { [name]: fs.readFileSync(file) })
  return { ssl: { ...read('ca', kafkaCaFile), ...read('cert', kafkaCertificateFile), ...read('key', kafkaKeyFile) } }
}

function saslOf({ kafkaUsername: username, kafkaPassword: password, kafkaMechanism }: Config) {
  if (username === null || password === null) return {}
  return { sasl: { mechanism: kafkaMechanism.toLowerCase(), username, password } as SASLOptions }
}
