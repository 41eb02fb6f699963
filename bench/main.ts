/** `npm run bench [-- NAME...]`: every benchmark, one JSON line each. What they measure is in `README.md`. */
import { quietLogs } from '../services/cli/globals.ts'
import { benchAck } from './ack.ts'
import { benchAlerts } from './alerts.ts'
import { benchAudit } from './audit.ts'
import { benchBaseline } from './baseline.ts'
import { benchCases } from './cases.ts'
import { benchConnectors } from './connectors.ts'
import { benchCorrelate } from './correlate.ts'
import { benchCostByStage } from './cost-by-stage.ts'
import { benchDaemon } from './daemon.ts'
import { benchDecode } from './decode.ts'
import { benchDetect } from './detect.ts'
import { benchFairness } from './fairness.ts'
import { benchFuse } from './fuse.ts'
import { benchGenericReader } from './generic-reader.ts'
import { benchHostileRules } from './hostile-rules.ts'
import { benchInsert } from './insert.ts'
import { benchIntake } from './intake.ts'
import { benchIntel } from './intel.ts'
import { benchKafka } from './kafka.ts'
import { benchLake } from './lake.ts'
import { benchLakeBeside } from './lake-beside.ts'
import { benchNormalize } from './normalize.ts'
import { benchNotifications } from './notification-storm.ts'
import { benchOsquery } from './osquery.ts'
import { benchPipeline } from './pipeline.ts'
import { benchPlainDoor } from './plain-door.ts'
import { benchRealtime } from './realtime.ts'
import { benchRestore } from './restore.ts'
import { benchRulesRun } from './rules-run.ts'
import { benchSla } from './sla-month.ts'

const BENCHES: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  decode: benchDecode,
  normalize: benchNormalize,
  'generic-reader': benchGenericReader,
  intake: benchIntake,
  insert: benchInsert,
  intel: benchIntel,
  restore: benchRestore,
  pipeline: () => benchPipeline(),
  'cost-by-stage': benchCostByStage,
  ack: benchAck,
  alerts: benchAlerts,
  cases: benchCases,
  audit: benchAudit,
  connectors: benchConnectors,
  osquery: benchOsquery,
  correlate: benchCorrelate,
  detect: benchDetect,
  'rules-run': benchRulesRun,
  daemon: benchDaemon,
  fairness: benchFairness,
  baseline: benchBaseline,
  fuse: benchFuse,
  'hostile-rules': benchHostileRules,
  'plain-door': benchPlainDoor,
  kafka: benchKafka,
  lake: benchLake,
  'lake-beside': benchLakeBeside,
  realtime: benchRealtime,
  notifications: benchNotifications,
  sla: benchSla,
}

quietLogs()
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const bench = BENCHES[name]
  if (!bench) {
    process.stderr.write(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}\n`)
    process.exit(1)
  }
  console.log(JSON.stringify({ name, ...(await bench()) }))
}
