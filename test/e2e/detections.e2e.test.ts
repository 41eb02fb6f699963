/** All kinds of detection and the alert streams in one installation; each part has its own tenants. */
import { afterAll, beforeAll } from 'vitest'
import { entityRisk } from './detections/entity-risk.ts'
import { exercises } from './detections/exercises.ts'
import { indicators } from './detections/indicators.ts'
import { logonRules, pushLogons } from './detections/logon-rules.ts'
import { ownRules } from './detections/own-rules.ts'
import { realtime } from './detections/realtime.ts'
import { yaraAndKqlRules } from './detections/yara-and-kql.ts'
import { Instance } from './instance.ts'

let instance: Instance
const shared = () => instance

beforeAll(async () => {
  instance = await Instance.start({ SVC_REALTIME_CONNECTS: '1000' })
  // This push comes first, because a minute must pass before all of its signals exist.
  await pushLogons(instance)
})
afterAll(() => instance.remove())

realtime(shared)
ownRules(shared)
yaraAndKqlRules(shared)
indicators(shared)
exercises(shared)
entityRisk(shared)
logonRules(shared)
