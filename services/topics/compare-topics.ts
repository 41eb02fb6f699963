/** Compares the topics and grants on the brokers with the desired ones, and describes how to fix each difference. */
import type { FoundGrant, FoundTopic } from './describe-topics.ts'
import { type Grant, type WantedTopic, wantedGrants } from './desired-topics.ts'

export function topicFaults(wanted: readonly WantedTopic[], found: readonly FoundTopic[]): readonly string[] {
  const byName = new Map(found.map((topic) => [topic.name, topic]))
  return wanted.flatMap((topic) => {
    const there = byName.get(topic.name)
    if (!there) return [`${topic.name} is missing: create it with svc topics create`]
    return [...countFaults(topic, there, byName), ...settingFaults(topic, there)]
  })
}

/**
 * A topic keeps its existing partition count, whatever a new one would have; a state topic needs that of its source.
 */
function countFaults({ asWideAs }: WantedTopic, found: FoundTopic, byName: ReadonlyMap<string, FoundTopic>): string[] {
  const inputs = asWideAs.flatMap((name) => byName.get(name) ?? [])
  const must = Math.max(0, ...inputs.map(({ partitions }) => partitions))
  if (must === 0 || must === found.partitions) return []
  const what = `${found.name} has ${found.partitions} partitions, and ${asWideAs.join(' and ')} ${must} at the most`
  return [`${what}: wait until all its records are consumed, then delete ${found.name}; it is created again`]
}

function settingFaults({ isCompacted, settings: wanted }: WantedTopic, { name, settings }: FoundTopic): string[] {
  const faults: string[] = []
  const must = (setting: string, isRight: boolean, value: string) => {
    if (!isRight) faults.push(`${name}: ${setting} is ${settings[setting] ?? 'unknown'}, and must be ${value}`)
  }
  const atLeast = (setting: string) => {
    const least = wanted[setting] ?? '0'
    must(setting, BigInt(settings[setting] ?? -1) >= BigInt(least), `${least} or more`)
  }
  const policy = isCompacted ? 'compact' : 'delete'
  must('cleanup.policy', settings['cleanup.policy'] === policy, policy)
  // A topic that is compacted alone deletes nothing by age, whatever the age is set to.
  if (!isCompacted) must('retention.ms', settings['retention.ms'] === '-1', '-1')
  atLeast('max.message.bytes')
  // Before Kafka 3.6 there is no such setting, and brokers accept records from the future.
  if (settings['message.timestamp.after.max.ms'] !== undefined) atLeast('message.timestamp.after.max.ms')
  return faults
}

/** The grants that a user lacks. Rules for everybody count; a rule that forbids goes before rules that allow. */
export function missingGrants(prefix: string, principal: string, found: readonly FoundGrant[]): readonly Grant[] {
  const mine = found.filter((grant) => grant.principal === principal || grant.principal === 'User:*')
  const covers = (rule: FoundGrant, grant: Grant) =>
    rule.resource === grant.resource &&
    rule.operation === grant.operation &&
    (rule.name === '*' ||
      (rule.isPrefix ? grant.name.startsWith(rule.name) : !grant.isPrefix && rule.name === grant.name))
  return wantedGrants(prefix).filter((grant) => {
    const rules = mine.filter((rule) => covers(rule, grant))
    return rules.length === 0 || rules.some(({ isAllowed }) => !isAllowed)
  })
}
