/**
 * `svc topics`: makes, checks and describes the installation's topics on its brokers; with the embedded log, describes
 * only.
 */
import { topicsOf } from '../../pipeline/contract/topology.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { type Config, config } from '../config.ts'
import { groupLag } from '../metrics/pipeline-metrics.ts'
import { CONSUMERS, openBackbone } from '../stream/backbone.ts'
import { withAdmin } from '../topics/admin.ts'
import { missingGrants, topicFaults } from '../topics/compare-topics.ts'
import { makeGrants, makeTopics } from '../topics/create-topics.ts'
import { type FoundGrant, type FoundGroup, foundGrants, foundOffsets, foundTopics } from '../topics/describe-topics.ts'
import { type Grant, wantedTopics } from '../topics/desired-topics.ts'
import { numberOption } from './number-option.ts'

const REPLICAS_MAX = 100
const OPEN = 'the brokers have no authorizer: every client may do everything'

export async function runTopicsCreate(options: { replicas?: string; principal?: string }): Promise<void> {
  const settings = config()
  const prefix = settings.kafkaPrefix ?? ''
  const { replicas, principal } = options
  const principalOf = principal === undefined ? undefined : principalIn(principal)
  const count = replicas === undefined ? {} : { replicas: numberOption('--replicas', replicas, 1, REPLICAS_MAX) }
  await withAdmin(settings, async (admin) => {
    const made = await makeTopics(admin, { prefix, wide: settings.partitions, ...count })
    for (const name of made) console.log(`created ${name}`)
    if (made.length === 0) console.log('all topics existed already')
    if (principalOf === undefined) return
    const granted = await makeGrants(admin, prefix, principalOf)
    if (granted === null) console.log(OPEN)
    else for (const grant of granted) console.log(`granted ${grantText(grant)} to ${principalOf}`)
  })
}

/** Status 1 when something is wrong. */
export async function runTopicsCheck({ principal }: { principal?: string }): Promise<void> {
  const settings = config()
  const prefix = settings.kafkaPrefix ?? ''
  const faults = await withAdmin(settings, async (admin) => {
    const ofTopics = topicFaults(wantedTopics(settings.partitions), await foundTopics(admin, prefix))
    if (principal === undefined) return ofTopics
    const found = await foundGrants(admin)
    const lacks = found === null ? [] : missingGrants(prefix, principalIn(principal), found)
    return [...ofTopics, ...lacks.map((grant) => `${principal} may not: ${grantText(grant)}`)]
  })
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('all topics are as they should be')
}

type Described = {
  readonly topics: readonly { readonly name: string; readonly partitions: number; readonly offsets: number }[]
  readonly groups: readonly FoundGroup[]
  /** Null without brokers that grant. */
  readonly grants: readonly FoundGrant[] | null
}

export async function runTopicsDescribe({ json }: { json?: boolean }): Promise<void> {
  const settings = config()
  const described = settings.kafkaBrokers === null ? await ofLog(settings) : await ofBrokers(settings)
  if (json) console.log(JSON.stringify(described))
  else for (const line of linesOf(described)) console.log(line)
}

function ofBrokers(settings: Config): Promise<Described> {
  const prefix = settings.kafkaPrefix ?? ''
  return withAdmin(settings, async (admin) => {
    const topics = await foundTopics(admin, prefix)
    const ours = (await foundGrants(admin))?.filter(({ name }) => name === '*' || name.startsWith(prefix)) ?? null
    const { offsets, groups } = await foundOffsets(
      admin,
      prefix,
      topics.map(({ name }) => name),
    )
    const described = topics.map(({ name, partitions }) => ({ name, partitions, offsets: offsets.get(name) ?? 0 }))
    return { topics: described, groups, grants: ours }
  })
}

/** Describes the embedded log: there, every offset is a record. */
async function ofLog(settings: Config): Promise<Described> {
  const driver = await openBackbone(settings, [], openLog('topics', 'warn'))
  try {
    const topics = []
    for (const { name } of topicsOf(TOPOLOGY)) {
      const partitions = driver.partitions(name)
      let offsets = 0
      for (let partition = 0; partition < partitions; partition++) {
        const { first, end } = await driver.bounds({ topic: name, partition })
        offsets += end - first
      }
      topics.push({ name, partitions, offsets })
    }
    const groups = []
    for (const { group, topic } of CONSUMERS)
      groups.push({ group, topic, behind: await groupLag(driver, group, topic) })
    return { topics, groups, grants: null }
  } finally {
    await driver.close()
  }
}

function linesOf({ topics, groups, grants }: Described): readonly string[] {
  const behindIn = Map.groupBy(groups, ({ topic }) => topic)
  return [
    ...topics.map(({ name, partitions, offsets }) => {
      const behind = (behindIn.get(name) ?? []).map((one) => `${one.group} ${one.behind} behind`)
      return [`${name}: ${partitions} partitions, ${offsets} offsets`, ...behind].join(', ')
    }),
    ...(grants ?? []).map((grant) => `${grant.principal} ${grant.isAllowed ? 'may' : 'may not'}: ${grantText(grant)}`),
  ]
}

function grantText({ resource, name, isPrefix, operation }: Grant): string {
  return `${operation} ${resource} ${name}${isPrefix ? '...' : ''}`
}

function principalIn(text: string): string {
  if (!/^\w+:.+$/.test(text)) throw new AppError('bad_request', `--principal must look like User:svc, not ${text}`)
  return text
}
