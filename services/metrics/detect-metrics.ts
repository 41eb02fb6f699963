/** Metrics and log lines of detection. */

import type { RuleBook, RuleBookHooks, TenantFigures } from '../../detections/tenant/rule-book.ts'
import type { YaraTextsHooks } from '../../detections/tenant/yara-texts.ts'
import type { ScansHooks } from '../../pipeline/scans/run-scans.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Faults of one compilation that reach the log; the rest are counted. */
const FAULTS_LOGGED_MAX = 10

function countersOf(metrics: Metrics) {
  return {
    suppressed: metrics.counter('svc_detect_suppressed_total', 'matches that were dropped before they became signals', [
      'reason',
    ]),
    stopped: metrics.counter(
      'svc_detect_stopped_total',
      'rules that were stopped because they threw or took too long',
      ['language'],
    ),
    refused: metrics.counter('svc_detect_refused_total', "texts of tenants' rules past the bound of a process"),
  }
}

/** Created once a process: outcomes of rules are counted alike, whatever their language. */
export function ruleMetrics(metrics: Metrics, log: Log): { rules: RuleBookHooks; yara: YaraTextsHooks } {
  const counters = countersOf(metrics)
  return { rules: ruleBookHooks(counters, metrics, log), yara: yaraTextsHooks(counters, log) }
}

type Counters = ReturnType<typeof countersOf>

function ruleBookHooks({ suppressed, stopped, refused }: Counters, metrics: Metrics, log: Log): RuleBookHooks {
  const compiled = metrics.counter('svc_detect_compilations_total', "compilations of tenants' rules", ['result'])
  const unfinished = metrics.counter(
    'svc_detect_unfinished_total',
    'rule evaluations that reached their work limit; they count as no match',
    ['language'],
  )
  const omitted = metrics.counter(
    'svc_detect_groups_omitted_total',
    'window groups left out because an event belongs to too many',
  )
  return {
    suppressed: (reason) => suppressed.inc(1, { reason }),
    unfinished: ({ language }) => unfinished.inc(1, { language }),
    groupsOmitted: (groups) => omitted.inc(groups),
    stopped(tenant, rule, err) {
      stopped.inc(1, { language: rule.language })
      log.error({ err, tenant, rule: rule.id }, 'rule stopped')
    },
    compiled(tenant, set, err) {
      compiled.inc(1, { result: set === null ? 'failed' : 'ok' })
      if (set === null) log.error({ err, tenant }, 'rule compilation failed, keeping the previous rules')
      else if (set.faults.length > 0)
        log.warn(
          { tenant, faults: set.faults.slice(0, FAULTS_LOGGED_MAX), count: set.faults.length },
          'invalid rules left out',
        )
    },
    refused(tenant, rule) {
      refused.inc(1)
      log.error({ tenant, rule }, 'too many rules in this process, the rule is skipped')
    },
  }
}

function yaraTextsHooks({ suppressed, stopped, refused }: Counters, log: Log): YaraTextsHooks {
  return {
    suppressed: (reason) => suppressed.inc(1, { reason }),
    stopped(tenant, rule, reason) {
      stopped.inc(1, { language: 'yara' })
      log.error({ tenant, rule, reason }, 'rule stopped')
    },
    refused(tenant, rule) {
      refused.inc(1)
      log.error({ tenant, rule }, 'too many rules in this process, the rule is skipped')
    },
  }
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function scansMetrics(metrics: Metrics, log: Log): ScansHooks {
  const scanned = metrics.counter('svc_yara_scanned_total', 'events and parts of events scanned by YARA', ['what'])
  const omitted = metrics.counter(
    'svc_yara_omitted_total',
    'parts of events left out of YARA scans because there were too many',
  )
  const signals = metrics.counter('svc_yara_signals_total', 'signals of YARA rules')
  const record = metrics.histogram('svc_yara_record_seconds', 'time of the YARA scan of one record', SECONDS)
  const refused = metrics.counter('svc_yara_refusals_total', 'records that waited because no YARA engine was running')
  return {
    scanned(scan) {
      scanned.inc(scan.events, { what: 'event' })
      scanned.inc(scan.items, { what: 'part' })
      if (scan.omitted > 0) omitted.inc(scan.omitted)
      signals.inc(scan.signals)
      record.observe(scan.seconds)
    },
    refused(tp, err, attempt) {
      refused.inc(1)
      log.error({ err, partition: tp.partition, attempt }, 'no YARA engine is running, retrying')
    },
  }
}

const EVERY_MS = 15_000
/** Rules whose cost is exported: those that have cost most. All metrics of rules have at most as many label sets. */
const RULES_MAX = 100

/** Costs of the dearest rules, as old as the last read. */
export function figuresOf(rules: RuleBook, metrics: Metrics): void {
  const labels = ['tenant', 'rule']
  const hits = metrics.gauge('svc_detect_rule_hits', 'matches since the rule was compiled', labels)
  const evaluations = metrics.gauge('svc_detect_rule_evaluations', 'events for which the rule was a candidate', labels)
  const cost = metrics.gauge('svc_detect_rule_microseconds', 'mean time of an evaluation, sampled', labels)
  const lastHit = metrics.gauge('svc_detect_rule_last_hit_seconds', 'event time of the last match', labels)
  const look = () => {
    for (const { tenant, rule, ...figures } of dearest(rules.figures())) {
      const of = { tenant, rule: rule.id }
      hits.set(figures.hits, of)
      evaluations.set(figures.evaluations, of)
      if (figures.meanUs !== null) cost.set(figures.meanUs, of)
      if (figures.lastHitMs !== null) lastHit.set(figures.lastHitMs / 1000, of)
    }
  }
  setInterval(look, EVERY_MS).unref()
}

function dearest(figures: readonly TenantFigures[]): readonly TenantFigures[] {
  const costOf = ({ evaluations, meanUs }: TenantFigures) => evaluations * (meanUs ?? 0)
  const used = figures.filter(({ evaluations }) => evaluations > 0)
  return used.sort((a, b) => costOf(b) - costOf(a)).slice(0, RULES_MAX)
}
