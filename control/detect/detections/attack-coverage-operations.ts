/** The matrix of ATT&CK, as far as the rules in force go. */
import { Type } from 'typebox'
import {
  ATTACK_TECHNIQUES,
  ATTACK_VERSION,
  attackTechnique,
  techniquesByTactic,
} from '../../../detections/attack/attack.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { named, nullable } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { NO_LAKE, operationsOf } from '../../platform/acting/index.ts'
import { coveredTechniques, foundTechniques } from './coverage.ts'

type Deps = { readonly log: Log; readonly lake?: ((tenant: TenantId) => Reader) | undefined }
const operation = operationsOf<Deps>({ tag: 'detections' })

const HOUR_MS = 3_600_000
const query = Type.Object(
  {
    hours: Type.Integer({ minimum: 1, maximum: 24 * 366, default: 24 * 30 }),
    gaps: Type.Boolean({ default: false, description: 'true: include techniques that no rule names' }),
  },
  { additionalProperties: false },
)
const coverageSchema = named(
  'AttackMatrix',
  Type.Object({
    hours: Type.Integer(),
    techniques_covered: Type.Integer({ description: 'techniques with a rule; sub-techniques count separately' }),
    techniques_known: Type.Integer({ description: 'number of techniques in this version of ATT&CK' }),
    attack_version: Type.String(),
    hits_unknown_because: nullable(Type.String()),
    tactics: Type.Array(
      Type.Object({
        tactic: Type.String({ description: 'tactics in the order of an attack; a technique may serve several' }),
        techniques: Type.Array(
          Type.Object({
            technique: Type.String(),
            name: nullable(Type.String({ description: 'null: not in this version of ATT&CK' })),
            builtin_rules: Type.Integer(),
            own_rules: Type.Integer(),
            hits: nullable(Type.Integer({ description: 'number of signals that name the technique; null: not known' })),
          }),
        ),
      }),
    ),
  }),
)

const coverage = operation.outside({
  name: 'rules.attack_coverage',
  summary: 'List the ATT&CK techniques of the rules in force, with their recent hits',
  permission: 'rules:read',
  path: 'GET /rules/coverage',
  query,
  output: coverageSchema,
  async run({ actor, deps, nowMs, read }, { hours, gaps }) {
    const covered = await read(coveredTechniques)
    const { hits, why } = await hitsOrWhy(deps, actor.tenantId, nowMs - hours * HOUR_MS)
    const byId = new Map(covered.map((one) => [one.technique, one]))
    const all = [...new Set([...byId.keys(), ...(hits?.keys() ?? []), ...(gaps ? ATTACK_TECHNIQUES : [])])]
    return {
      ...{ hours, techniques_covered: covered.length, hits_unknown_because: why },
      ...{ techniques_known: ATTACK_TECHNIQUES.length, attack_version: ATTACK_VERSION },
      tactics: techniquesByTactic(all).map(({ tactic, techniques }) => ({
        tactic,
        techniques: techniques.map((technique) => ({
          technique,
          name: attackTechnique(technique)?.name ?? null,
          builtin_rules: byId.get(technique)?.builtIn ?? 0,
          own_rules: byId.get(technique)?.own ?? 0,
          hits: hits === null ? null : (hits.get(technique) ?? 0),
        })),
      })),
    }
  },
})

export const ATTACK_COVERAGE_OPERATIONS = [coverage]

async function hitsOrWhy({ lake, log }: Deps, tenant: TenantId, fromMs: number) {
  if (!lake) return { hits: null, why: NO_LAKE }
  try {
    return { hits: await foundTechniques(lake(tenant), fromMs), why: null }
  } catch (err) {
    log.warn({ err }, 'cannot read technique hits from the lake')
    return { hits: null, why: 'the lake does not answer' }
  }
}
