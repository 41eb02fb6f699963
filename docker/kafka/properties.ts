/** Settings of a node: broker and controller in one process. Alone it has one replica of every topic. */
export type NodeSettings = {
  readonly dataDir: string
  readonly port: number
  readonly controllerPort: number
  /** The controllers of all nodes when it is one of several: topics have a replica on three of them, two have to take a record. */
  readonly member?: Member
  /** A second listener, on which clients sign in. */
  readonly signIn?: SignIn & { readonly port: number }
  /** Clients that sign in may do only what they are granted; anonymous clients may do everything. */
  readonly isGuarded?: boolean
  /** A second listener that clients are sent to through another port. */
  readonly behind?: { readonly port: number; readonly proxyPort: number }
}

/** `nodeId` counts from 1, and is the place in the list. */
export type Member = { readonly nodeId: number; readonly controllerPorts: readonly number[] }

/** Letters and digits only. */
export type SignIn = { readonly username: string; readonly password: string }

/** A body of 16 MB plus its envelope. Topics and clients are opened with the same bound. */
export const MESSAGE_BYTES_MAX = 17 * 1024 * 1024

const REPLICAS_MAX = 3

export function serverProperties(node: NodeSettings): string {
  const { dataDir, port, controllerPort, signIn, isGuarded, behind } = node
  const { nodeId, controllerPorts } = node.member ?? { nodeId: 1, controllerPorts: [controllerPort] }
  const replicas = Math.min(REPLICAS_MAX, controllerPorts.length)
  const inSync = Math.max(1, replicas - 1)
  const door = signIn ? `,SASL_PLAINTEXT://127.0.0.1:${signIn.port}` : ''
  const behindOn = (at: number | undefined) => (at === undefined ? '' : `,BEHIND://127.0.0.1:${at}`)
  const settings: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': nodeId,
    'controller.quorum.voters': controllerPorts.map((at, i) => `${i + 1}@127.0.0.1:${at}`).join(),
    listeners: `PLAINTEXT://127.0.0.1:${port}${door}${behindOn(behind?.port)},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}${door}${behindOn(behind?.proxyPort)}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    ...(signIn ? signInSettings(signIn) : {}),
    ...(isGuarded ? GUARD_SETTINGS : {}),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map':
      'PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,BEHIND:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataDir,
    'auto.create.topics.enable': false,
    'default.replication.factor': replicas,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': replicas,
    'offsets.topic.num.partitions': 8,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': inSync,
    'transaction.state.log.num.partitions': 8,
    'group.initial.rebalance.delay.ms': 0,
    // A group that is quiet for long must not lose its place: without positions it would start from the beginning.
    'offsets.retention.minutes': 525_600,
    'message.max.bytes': MESSAGE_BYTES_MAX,
    'replica.fetch.max.bytes': MESSAGE_BYTES_MAX,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

const GUARD_SETTINGS = {
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'super.users': 'User:ANONYMOUS',
}

function signInSettings({ username, password }: SignIn): Record<string, string> {
  const jaas = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`
  return { 'sasl.enabled.mechanisms': 'PLAIN', 'listener.name.sasl_plaintext.plain.sasl.jaas.config': jaas }
}
