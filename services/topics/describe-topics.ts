/** Describes the brokers' topics, groups and grants over Kafka's protocol without the native client. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import { CONSUMERS } from '../stream/backbone.ts'
import { type Grant, wantedTopics } from './desired-topics.ts'

export type FoundTopic = {
  readonly name: string
  readonly partitions: number
  readonly settings: Readonly<Record<string, string>>
}

export type FoundGroup = {
  readonly group: string
  readonly topic: string
  /** Offsets to the end: even without waiting records, transaction marks at the end count. */
  readonly behind: number
}

/** Only svc's topics; others on the brokers are ignored. `prefix` is taken off again. */
export async function foundTopics(admin: Admin, prefix: string): Promise<readonly FoundTopic[]> {
  const there = new Set(await admin.listTopics())
  const names = wantedTopics().flatMap(({ name }) => (there.has(prefix + name) ? [name] : []))
  if (names.length === 0) return []
  const { topics } = await admin.fetchTopicMetadata({ topics: names.map((name) => prefix + name) })
  const settings = await settingsOf(
    admin,
    names.map((name) => prefix + name),
  )
  return topics.map(({ name, partitions }) => ({
    name: name.slice(prefix.length),
    partitions: partitions.length,
    settings: settings.get(name) ?? {},
  }))
}

const TOPIC = 2 // ConfigResourceTypes.TOPIC of the protocol

async function settingsOf(
  admin: Admin,
  names: readonly string[],
): Promise<ReadonlyMap<string, Record<string, string>>> {
  const resources = names.map((name) => ({ type: TOPIC, name }))
  const answer = await admin.describeConfigs({ resources, includeSynonyms: false })
  return new Map(
    answer.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      Object.fromEntries(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  )
}

export type FoundOffsets = {
  /** Offsets by topic, from the first kept record to the end: marks of transactions are among them. */
  readonly offsets: ReadonlyMap<string, number>
  readonly groups: readonly FoundGroup[]
}

/** Offsets of existing topics. A group that never committed lags by the whole topic. */
export async function foundOffsets(admin: Admin, prefix: string, topics: readonly string[]): Promise<FoundOffsets> {
  const ends = new Map<string, readonly End[]>()
  for (const topic of topics) ends.set(topic, await insist(() => admin.fetchTopicOffsets(prefix + topic)))
  const groups: FoundGroup[] = []
  for (const { group, topic } of CONSUMERS) {
    const of = ends.get(topic)
    if (of) groups.push({ group, topic, behind: await behindIn(admin, prefix, group, topic, of) })
  }
  const offsets = [...ends].map(
    ([topic, of]) => [topic, sumOf(of.map(({ high, low }) => Number(high) - Number(low)))] as const,
  )
  return { offsets: new Map(offsets), groups }
}

type End = Awaited<ReturnType<Admin['fetchTopicOffsets']>>[number]

async function behindIn(admin: Admin, prefix: string, group: string, topic: string, ends: readonly End[]) {
  const names = { groupId: prefix + group, topics: [prefix + topic] }
  const [committed] = await insist(() => admin.fetchOffsets(names))
  const at = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
  const behind = ends.map(({ partition, high, low }) => {
    const stands = at.get(partition) ?? -1
    return Math.max(0, Number(high) - (stands < 0 ? Number(low) : stands))
  })
  return sumOf(behind)
}

const INSIST_MS_MAX = 60_000
const PAUSE_MS = 500

/** A partition that was just made, or has just lost its broker, has no leader for a while, and the client gives up at once. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const untilMs = Date.now() + INSIST_MS_MAX
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as { retriable?: boolean }).retriable !== true || Date.now() > untilMs) throw error
      await delay(PAUSE_MS)
    }
  }
}

export type FoundGrant = Grant & { readonly principal: string; readonly isAllowed: boolean }

/** Names by the numbers of the protocol. */
const RESOURCES = { 2: 'topic', 3: 'group', 5: 'transactional id' } as const
const OPERATIONS = { 2: 'All', 3: 'Read', 4: 'Write', 8: 'Describe' } as const
const [ANY, ALLOW, PREFIXED] = [1, 3, 4]
/** SECURITY_DISABLED: the brokers have no authorizer, and everybody may do everything. */
const NO_AUTHORIZER = 54

/** Null where the brokers let everybody do everything. */
export async function foundGrants(admin: Admin): Promise<readonly FoundGrant[] | null> {
  const filter = { resourceType: ANY, resourcePatternType: ANY, operation: ANY, permissionType: ANY } as const
  try {
    const { resources } = await admin.describeAcls({ ...filter } as Parameters<Admin['describeAcls']>[0])
    return resources.flatMap(({ resourceType, resourceName, resourcePatternType, acls }) => {
      const resource = RESOURCES[resourceType as keyof typeof RESOURCES]
      return acls.flatMap(({ principal, operation, permissionType }) =>
        namesOf(operation).flatMap((named) =>
          resource === undefined
            ? []
            : [
                {
                  ...{ resource, name: resourceName, isPrefix: Number(resourcePatternType) === PREFIXED },
                  ...{ operation: named, principal, isAllowed: Number(permissionType) === ALLOW },
                },
              ],
        ),
      )
    })
  } catch (error) {
    if ((error as { code?: number }).code === NO_AUTHORIZER) return null
    throw error
  }
}

/** A user who may read or write may describe too. */
function namesOf(operation: number): readonly Grant['operation'][] {
  const named = OPERATIONS[operation as keyof typeof OPERATIONS]
  if (named === undefined) return []
  if (named === 'All') return ['Describe', 'Read', 'Write']
  return named === 'Describe' ? [named] : [named, 'Describe']
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
