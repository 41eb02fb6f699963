/** Configuration of every role. Server addresses switch a store from embedded to server mode, each on its own. */
import { hopToken, REALTIME_SETTINGS } from '../api/realtime/config.ts'
import { type ListenerSpec, listenerSpecs } from '../ingest/syslog/listener-spec.ts'
import { CACHE_SETTINGS } from '../platform/cache/config.ts'
import { address, flag, integer, list, optional, readConfig, type Setting, secret, text } from '../platform/config.ts'
import { EGRESS_SETTINGS } from '../platform/egress/config.ts'
import { sealerOf } from '../platform/seal.ts'
import { PARTITIONS } from '../schemas/topics.ts'
import { KAFKA_SETTINGS } from '../stream/kafka/config.ts'

const POSTGRES = ['postgres:', 'postgresql:'] as const

/** A shell does not replace the tilde of a value that is in quotes or in a file: it would be a folder of that name. */
function folder(name: string, fallback: string, description: string): Setting<string> {
  const parse = (value: string) => {
    if (/^~(?:\/|$)/.test(value)) throw new Error('a path from / or from here; ~ is not replaced')
    return value
  }
  return { ...text(name, fallback, description), parse }
}

/** Null when unset; a refusal does not repeat it, because keys may stand in it. */
function archiveUrl(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value.startsWith('/') ? `file://${value}` : value)
    const isBucket = url !== null && BUCKET.has(url.protocol) && url.host !== '' && !url.pathname.includes('//')
    const hasBucket = url?.protocol === 's3:' || (url?.pathname ?? '/') !== '/'
    if (url?.protocol === 'file:' || (isBucket && hasBucket)) return url.href
    throw new Error('a folder such as file:///srv/archive, or a bucket such as s3://bucket/prefix')
  }
  return { name, fallback: null, description, parse }
}

const BUCKET: ReadonlySet<string> = new Set(['s3:', 'http:', 'https:'])

/** The ClickHouse client reads settings from a URL's query and refuses to start with one that it does not know. */
function withoutQuery(setting: Setting<string | null>): Setting<string | null> {
  const parse = (value: string) => {
    const url = setting.parse(value)
    if (url !== null && /[?#]/.test(url)) throw new Error('an address without query or fragment')
    return url
  }
  return { ...setting, parse }
}

/** Null when unset; a refusal does not repeat it. */
function sealingKeys(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    sealerOf(value)
    return value
  }
  return { name, fallback: null, description, parse }
}

export const SETTINGS = {
  dataDir: folder('SVC_DATA_DIR', 'data', 'folder of everything that is embedded: log, ClickHouse, Postgres, keys'),
  portOffset: integer('SVC_PORT_OFFSET', 0, 0, 40_000, 'added to every port'),
  host: text('SVC_HOST', '127.0.0.1', 'address the services listen on'),
  databaseUrl: address('DATABASE_URL', POSTGRES, 'Postgres as the owner of the schema; embedded when unset'),
  databaseAppUrl: address(
    'SVC_DATABASE_APP_URL',
    POSTGRES,
    'Postgres as svc_app, for services that never work across tenants; DATABASE_URL when unset',
  ),
  clickhouseUrl: withoutQuery(
    address('CLICKHOUSE_URL', ['http:', 'https:'], 'ClickHouse over HTTP; embedded when unset'),
  ),
  clickhouseBodies: optional(
    'SVC_CLICKHOUSE_BODIES',
    'folder through which insert bodies are handed to an engine on this machine; set by svc up',
  ),
  ...KAFKA_SETTINGS,
  /**
   * @bound partitions of `security.events`; an existing installation keeps those of its creation -> the process does
   * not start
   */
  partitions: integer(
    'SVC_PARTITIONS',
    PARTITIONS,
    1,
    1024,
    'partitions of security.events, and of other topics in proportion, of an installation that is made anew; one that is there keeps what it was made with',
  ),
  redisUrl: address('REDIS_URL', ['redis:', 'rediss:'], 'shared counters of several replicas; in-process when unset'),
  serviceToken: secret('SVC_SERVICE_TOKEN', 'service token that may push for any active tenant'),
  ingestServiceToken: secret('SVC_INGEST_SERVICE_TOKEN', 'the same for the ingest service only'),
  ingestBaseUrl: address(
    'INGEST_BASE_URL',
    ['http:', 'https:'],
    'ingest service that the connectors push to; that of this machine when unset',
  ),
  syslogListeners: {
    name: 'SVC_SYSLOG_LISTENERS',
    description:
      'what is listened on for syslog and whose it is, with commas: udp:5514:acme, tcp:5515:acme:firewall, tls:6514:certificate',
    fallback: '',
    parse: listenerSpecs,
  } satisfies Setting<readonly ListenerSpec[]>,
  syslogCert: optional('SVC_SYSLOG_TLS_CERT', 'file of the certificate of listeners over TLS, PEM'),
  syslogKey: optional('SVC_SYSLOG_TLS_KEY', 'file of its key'),
  syslogCa: optional(
    'SVC_SYSLOG_TLS_CA',
    'file of the authority that signs senders; without it they need no certificate',
  ),
  osqueryCert: optional(
    'SVC_OSQUERY_TLS_CERT',
    'file of the certificate that osquery hosts see, PEM; plain HTTP for a proxy without it',
  ),
  osqueryKey: optional('SVC_OSQUERY_TLS_KEY', 'file of its key'),
  alertWebhookUrl: address(
    'ALERT_WEBHOOK_URL',
    ['http:', 'https:'],
    'who is told of touches of honeytokens; nobody when unset',
  ),
  alertWebhookSecret: secret('ALERT_WEBHOOK_SECRET', 'signs what is sent there: X-SVC-Signature'),
  geoipFiles: list('SVC_GEOIP_FILES', 'files in the format of MaxMind (.mmdb) for country, city and ASN of addresses'),
  rdapUrl: address(
    'SVC_RDAP_URL',
    ['http:', 'https:'],
    'RDAP server that tells who an address or a domain is registered to, https://rdap.org; nobody is asked when unset',
  ),
  enrichDns: flag('SVC_ENRICH_DNS', 'ask name servers about addresses and domains of alerts'),
  taxiiUrl: address(
    'TAXII_URL',
    ['http:', 'https:'],
    'TAXII 2.1 server that indicators are read from, for all tenants',
  ),
  taxiiRoot: optional('TAXII_API_ROOT', 'its API root: a path, or an address; the address itself when unset'),
  taxiiCollections: list('TAXII_COLLECTION_IDS', 'ids of the collections that are read there; needed with it'),
  mispUrl: address(
    'MISP_URL',
    ['http:', 'https:'],
    'MISP that indicators are read from, for all tenants, and pushed to when they are asked to be',
  ),
  mispKey: secret('MISP_API_KEY', 'key of its user; needed with it'),
  mispPushAuto: flag('MISP_PUSH_AUTO', 'indicators that people write are pushed there without ?push_to_misp=true'),
  otxKey: secret('OTX_API_KEY', 'key of AlienVault OTX, whose pulses are read for all tenants; off when unset'),
  kafkaSources: optional(
    'SVC_KAFKA_SOURCES',
    "file of customers' own Kafka topics that are read, YAML: see docs/ingest.md",
  ),
  k8sSecret: secret(
    'K8S_AUDIT_SHARED_SECRET',
    'shared secret of the Kubernetes audit route, which answers 503 without it',
  ),
  credentialKey: sealingKeys(
    'SVC_CREDENTIAL_KEY',
    'key of the credential vault, or several with commas between them, newest first; a file in the data folder in embedded mode',
  ),
  lostKeys: list(
    'SVC_CREDENTIAL_KEYS_LOST',
    'ids of credential keys that nobody has any more: a start goes on without them, and what is under them stays shut',
  ),
  poolSize: integer('DATABASE_POOL_SIZE', 20, 1, 500, 'connections to Postgres of each process'),
  /** @bound streams that one API proxies -> 503 */
  realtimeStreamsMax: integer(
    'SVC_REALTIME_STREAMS_MAX',
    2_000,
    1,
    100_000,
    'open streams of one realtime process, and those that one API passes on; past it 503',
  ),
  realtimeConnects: integer(
    'SVC_REALTIME_CONNECTS',
    20,
    1,
    100_000,
    'streams one address may open a minute; a network behind one address needs more',
  ),
  ...REALTIME_SETTINGS,
  consoleApiUrl: address(
    'SVC_CONSOLE_API_URL',
    ['http:', 'https:'],
    'origin of the API that the console, the actions, the connectors and the enrichment services pass requests on to; that of this machine when unset',
  ),
  consoleToken: hopToken(
    'SVC_CONSOLE_TOKEN',
    'what the console, the actions, the connectors and the enrichment services show the API as X-SVC-Console-Token, so that the API believes the addresses of clients that they name; the same for all, random under svc up (at least 32 characters)',
  ),
  /** @bound age of events -> whole days are deleted, but nothing of tenants with a legal hold */
  retentionDays: integer('SVC_EVENT_RETENTION_DAYS', 400, 400, 3650, 'days the lake keeps events'),
  hotDays: integer(
    'SVC_LAKE_HOT_DAYS',
    90,
    1,
    3650,
    'days of event time that svc archive run leaves in the lake unless it is given another end',
  ),
  archiveUrl: archiveUrl(
    'SVC_LAKE_ARCHIVE_URL',
    'where the archive of the lake lies: a folder as file:///srv/archive, or a bucket as s3://bucket/prefix or https://host:9000/bucket/prefix?region=R, keys before the host or in AWS_*; the folder archive of the data folder when unset',
  ),
  awsAccessKeyId: optional('AWS_ACCESS_KEY_ID', 'access key of the bucket of the archive'),
  awsSecretAccessKey: optional('AWS_SECRET_ACCESS_KEY', 'its secret key'),
  awsSessionToken: optional('AWS_SESSION_TOKEN', 'its session token, of keys that are lent for a while'),
  awsRegion: text('AWS_REGION', 'us-east-1', 'region of the bucket of the archive, unless its address says another'),
  awsEndpoint: address(
    'AWS_ENDPOINT_URL',
    ['http:', 'https:'],
    'server of S3 for s3:// addresses; that of AWS when unset',
  ),
  /** @bound consumed records that the embedded log keeps -> the oldest is removed */
  logKeepMb: integer(
    'SVC_LOG_KEEP_MB',
    256,
    0,
    1_000_000,
    'MB of consumed records the embedded log keeps for a replay',
  ),
  /** @bound the embedded log of pushed batches -> 503, Retry-After 5 */
  logMaxMb: integer(
    'SVC_LOG_MAX_MB',
    8192,
    256,
    10_000_000,
    'MB the embedded log of pushed batches may hold; past it the door answers 503 until the stages have caught up',
  ),
  /**
   * @bound threads of intake, each with the rules of all tenants; by default one less than the cores, or all cores from
   * a thousand rules on -> a partition waits for its thread
   */
  intakeThreads: integer(
    'SVC_INTAKE_THREADS',
    0,
    0,
    64,
    'threads that decode, map and match events with the embedded log, at most one a partition; 0 leaves one core to the rest until a tenant has thousands of rules',
  ),
  builtInRules: integer(
    'SVC_BUILTIN_RULES',
    1,
    0,
    1,
    'whether the rules that ship are matched; with 0 a tenant has its own only',
  ),
  /** @bound memory of the embedded engine; a query has half of it -> the statement fails */
  clickhouseMemoryMb: integer(
    'SVC_CLICKHOUSE_MEMORY_MB',
    3072,
    512,
    1_000_000,
    'memory cap of the embedded ClickHouse',
  ),
  autoCloseThreshold: {
    name: 'SVC_AUTO_CLOSE_THRESHOLD',
    description: 'confidence, 0 to 1, from which triage closes an alert that it says is none; unset: it closes nothing',
    fallback: null,
    parse: thresholdOf,
  },
  escalateThreshold: {
    name: 'SVC_ESCALATE_THRESHOLD',
    description:
      'confidence, 0 to 1, from which triage opens a case for an alert that it says is an attack, and investigates it; unset: it opens none',
    fallback: null,
    parse: thresholdOf,
  },
  ...CACHE_SETTINGS,
  ...EGRESS_SETTINGS,
} as const

export type Config = ReturnType<typeof config>

export function config(env: NodeJS.ProcessEnv = process.env) {
  return readConfig(SETTINGS, env)
}

/** Ports before the offset. */
export const PORTS = {
  console: 3000,
  api: 8000,
  agents: 8001,
  actions: 8002,
  connectors: 8004,
  ingest: 8081,
  realtime: 8086,
  fusion: 8003,
  threatintel: 8005,
  'purple-team': 8006,
  ueba: 8007,
  honeytokens: 8008,
  enrichment: 8080,
  osquery: 8443,
  pipeline: 8090,
  relay: 8091,
  listeners: 8093,
  chainer: 8092,
  clickhouse: 18_123,
  postgres: 15_432,
} as const

function thresholdOf(value: string): number | null {
  const threshold = Number(value)
  if (threshold > 0 && threshold <= 1) return threshold
  throw new Error('more than 0 and at most 1')
}
