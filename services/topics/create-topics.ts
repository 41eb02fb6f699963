/** Makes missing topics and grants on the brokers, and changes no existing ones. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AclEntry, Admin } from 'kafkajs'
import { missingGrants } from './compare-topics.ts'
import { foundGrants, foundTopics } from './describe-topics.ts'
import type { Grant } from './desired-topics.ts'
import { wantedTopics } from './desired-topics.ts'

export type MakeOptions = {
  readonly prefix: string
  /** Partitions of `security.events`. */
  readonly wide: number
  /** Replicas of each topic; the brokers' default when absent. */
  readonly replicas?: number
}

const BROKERS_DEFAULT = -1
const LEADERS_MS_MAX = 30_000
const LOOK_MS = 200

/**
 * Creates missing topics and returns their names. A changelog gets the partition count of its existing source topic,
 * even where a new source would have another.
 */
export async function makeTopics(admin: Admin, { prefix, wide, replicas }: MakeOptions): Promise<readonly string[]> {
  const found = new Map((await foundTopics(admin, prefix)).map(({ name, partitions }) => [name, partitions]))
  const wanted = wantedTopics(wide)
  const countOf = new Map(wanted.map(({ name, partitions }) => [name, found.get(name) ?? partitions]))
  const missing = wanted.filter(({ name }) => !found.has(name))
  if (missing.length === 0) return []
  await admin.createTopics({
    waitForLeaders: false,
    topics: missing.map(({ name, partitions, asWideAs, settings }) => ({
      topic: prefix + name,
      numPartitions: asWideAs.length === 0 ? partitions : Math.max(...asWideAs.map((of) => countOf.get(of) ?? 1)),
      replicationFactor: replicas ?? BROKERS_DEFAULT,
      configEntries: Object.entries(settings).map(([setting, value]) => ({ name: setting, value })),
    })),
  })
  const made = missing.map(({ name }) => prefix + name)
  await led(admin, made)
  return made
}

/**
 * Resolves when each topic has its leaders. The client's own wait fails when a broker has not heard of a topic yet, which
 * happens on a busy one right after the topic was made.
 */
async function led(admin: Admin, topics: string[]): Promise<void> {
  const giveUpAt = performance.now() + LEADERS_MS_MAX
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics })
      return
    } catch (error) {
      const { retriable } = error as { retriable?: boolean }
      if (retriable !== true || performance.now() > giveUpAt) throw error
    }
    await delay(LOOK_MS)
  }
}

/** Grants that the user lacked; null where the brokers let everybody do everything. */
export async function makeGrants(admin: Admin, prefix: string, principal: string): Promise<readonly Grant[] | null> {
  const found = await foundGrants(admin)
  if (found === null) return null
  const missing = missingGrants(prefix, principal, found)
  if (missing.length > 0) await admin.createAcls({ acl: missing.map((grant) => entryOf(grant, principal)) })
  return missing
}

/** Numbers of the protocol. */
const RESOURCE = { topic: 2, group: 3, 'transactional id': 5 } as const
const OPERATION = { Read: 3, Write: 4, Describe: 8 } as const
const PATTERN = { literal: 3, prefixed: 4 } as const
const ALLOW = 3

function entryOf({ resource, name, isPrefix, operation }: Grant, principal: string): AclEntry {
  return {
    principal,
    host: '*',
    resourceType: RESOURCE[resource],
    resourceName: name,
    resourcePatternType: isPrefix ? PATTERN.prefixed : PATTERN.literal,
    operation: OPERATION[operation],
    permissionType: ALLOW,
  }
}
