/** What detection tells Prometheus and the log. */
import type { RuleBook, RuleBookHooks, TenantFigures } from '../pipeline/detect/rule-book.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'

/** Faults of one compilation that reach the log; the rest are counted. */
const FAULTS_LOGGED_MAX = 10

export function ruleBookMetrics(metrics: Metrics, log: Log): RuleBookHooks {
  const suppressed = metrics.counter('svc_detect_suppressed_total', 'matches that became no signal', ['reason'])
  const stopped = metrics.counter('svc_detect_stopped_total', 'rules that threw or took too long', ['language'])
  const compiled = metrics.counter('svc_detect_compilations_total', "compilations of tenants' rules", ['result'])
  const refused = metrics.counter('svc_detect_refused_total', "texts of tenants' rules past the bound of a process")
  return {
    suppressed: (reason) => suppressed.inc(1, { reason }),
    stopped(tenant, rule, err) {
      stopped.inc(1, { language: rule.language })
      log.error({ err, tenant, rule: rule.id }, 'a rule is stopped')
    },
    compiled(tenant, set, err) {
      compiled.inc(1, { result: set === null ? 'failed' : 'ok' })
      if (set === null) log.error({ err, tenant }, 'rules cannot be compiled; those from before go on')
      else if (set.faults.length > 0)
        log.warn({ tenant, faults: set.faults.slice(0, FAULTS_LOGGED_MAX), count: set.faults.length }, 'rules left out')
    },
    refused(tenant, rule) {
      refused.inc(1)
      log.error({ tenant, rule }, 'too many rules in this process: the rule does not run')
    },
  }
}

const EVERY_MS = 15_000
/** Rules whose cost is exported: those that have cost most. All metrics of rules have at most as many label sets. */
const RULES_MAX = 100

/** Figures of the dearest rules, as old as the last look. */
export function figuresOf(rules: RuleBook, metrics: Metrics): void {
  const labels = ['tenant', 'rule']
  const hits = metrics.gauge('svc_detect_rule_hits', 'matches since the rule was compiled', labels)
  const evaluations = metrics.gauge('svc_detect_rule_evaluations', 'events the rule was a candidate for', labels)
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
