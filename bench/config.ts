/** Settings of the benches from the environment. */
import os from 'node:os'

export function benchConfig(env: NodeJS.ProcessEnv = process.env) {
  return {
    /** Folder of NDJSON files, plain or brotli; null for the sample that ships with the project. */
    corpora: env.SVC_CORPORA || null,
    /** Events of `pipeline` and `kafka`; the corpus is pushed again, as another connector, until then. */
    events: Number(env.SVC_BENCH_EVENTS || 700_000),
    /** Alerts of `alerts`, over 50 tenants. */
    alerts: Number(env.SVC_BENCH_ALERTS || 1_000_000),
    /** Indicators of `intel`. */
    indicators: Number(env.SVC_BENCH_INDICATORS || 1_000_000),
    /** Source format that `pipeline` and `kafka` push: `generic` leaves the mapping of the vendor out. */
    format: env.SVC_BENCH_FORMAT || 'auto',
    /** Page that `normalize` writes its table into; null for none. */
    table: env.SVC_BENCH_TABLE || null,
    /** Length of each measured phase of `ack` and `fairness`. */
    seconds: Number(env.SVC_BENCH_SECONDS || 20),
    /** The folder whose lake `lake` keeps for later queries; null for a new one that is deleted at the end. */
    lake: env.SVC_BENCH_LAKE || null,
    /** Questions of `lake` whose names contain it; null for all. */
    only: env.SVC_BENCH_ONLY || null,
    /** Where the instances under test keep their data. */
    dir: env.SVC_BENCH_DIR || os.tmpdir(),
    /** Passed on to the instances under test. */
    inherited: env,
  }
}
