/** Everything that finds something, in one whole installation: each part has tenants of its own. */
import { afterAll, beforeAll } from 'vitest'
import { entityRisk } from './detections/entity-risk.ts'
import { exercises } from './detections/exercises.ts'
import { indicators } from './detections/indicators.ts'
import { logonRules, pushLogons } from './detections/logon-rules.ts'
import { ownRules } from './detections/own-rules.ts'
import { yaraAndKqlRules } from './detections/yara-and-kql.ts'
import { Instance } from './instance.ts'

let instance: Instance
const shared = () => instance

beforeAll(async () => {
  instance = await Instance.start()
  // First: a minute has to pass before all that the logons tell is a signal.
  await pushLogons(instance)
})
afterAll(() => instance.remove())

ownRules(shared)
yaraAndKqlRules(shared)
indicators(shared)
exercises(shared)
entityRisk(shared)
logonRules(shared)
