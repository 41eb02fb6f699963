import { expect, test } from 'vitest'
import { instanceConfig, unknownSettings } from './config.ts'

const messageOf = (env: NodeJS.ProcessEnv) => {
  try {
    instanceConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('reports the faults of every role at once, each with its setting and without secrets', () => {
  const faults = messageOf({
    SVC_DATA_DIR: '~/data',
    SVC_PORT_OFFSET: '1e3',
    KAFKA_BROKERS: 'kafka:9092, http://user:hidden@kafka',
    SVC_CREDENTIAL_KEY: 'short-key-of-mine',
    SVC_AIRGAP_ALLOWLIST: 'a b',
    SVC_ENV: 'prod',
    SVC_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example',
    SVC_DISABLE_GRAPHQLL: '1',
    SVC_LOG_LEVEL: 'INFO',
  }).split('\n')
  expect(faults.map((fault) => fault.split(': ', 1)[0])).toEqual([
    'SVC_DATA_DIR',
    'SVC_PORT_OFFSET',
    'KAFKA_BROKERS',
    'SVC_CREDENTIAL_KEY',
    'SVC_AIRGAP_ALLOWLIST',
    'SVC_ENV',
    'SVC_TRUSTED_PROXIES',
    'SVC_DISABLE_GRAPHQLL',
    'SVC_LOG_LEVEL',
  ])
  expect(faults.join()).not.toMatch(/short-key|hidden|: SVC_/)
})

test('roles share the settings with which the instance was started', () => {
  expect(instanceConfig({ SVC_PORT_OFFSET: '7', SVC_LOG_LEVEL: '' })).toMatchObject({
    portOffset: 7,
    host: '127.0.0.1',
  })
})

test('brokers are hosts with ports', () => {
  const kafkaBrokers = 'kafka-1.lan:9092, [::1]:9092'
  expect(instanceConfig({ KAFKA_BROKERS: kafkaBrokers })).toMatchObject({ kafkaBrokers, dataDir: 'data' })
})

test('reports a variable that belongs to no setting', () => {
  const env = { SVC_DATADIR: 'x', SVC_DATA_DIR: 'x', SVC_ENV: 'x', SVC_LOG_LEVEL: 'x', SVC_BENCH_DIR: 'x', PATH: 'x' }
  expect(unknownSettings(env)).toEqual(['SVC_DATADIR'])
})
