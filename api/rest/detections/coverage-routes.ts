/** The matrix of ATT&CK, as far as the rules in force go. */
import { Type } from 'typebox'
import { coveredTechniques, foundTechniques } from '../../../control/detect/detections/index.ts'
import {
  ATTACK_TECHNIQUES,
  ATTACK_VERSION,
  attackTechnique,
  techniquesByTactic,
} from '../../../detections/attack/attack.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'

const HOUR_MS = 3_600_000
const query = Type.Object(
  {
    hours: Type.Integer({ minimum: 1, maximum: 24 * 366, default: 24 * 30 }),
    gaps: Type.Boolean({ default: false, description: 'techniques that no rule names too' }),
  },
  { additionalProperties: false },
)
const coverageSchema = named(
  'AttackMatrix',
  Type.Object({
    hours: Type.Integer(),
    techniques_covered: Type.Integer({ description: 'with a rule, sub-techniques counted by themselves' }),
    techniques_known: Type.Integer({ description: 'that this version of ATT&CK has' }),
    attack_version: Type.String(),
    hits_unknown_because: nullable(Type.String()),
    tactics: Type.Array(
      Type.Object({
        tactic: Type.String({ description: 'in the order of an attack; a technique may serve several' }),
        techniques: Type.Array(
          Type.Object({
            technique: Type.String(),
            name: nullable(Type.String({ description: 'null: this version of ATT&CK does not have it' })),
            builtin_rules: Type.Integer(),
            own_rules: Type.Integer(),
            hits: nullable(Type.Integer({ description: 'signals that name it; null: not known' })),
          }),
        ),
      }),
    ),
  }),
)

export const coverageRoutes: Routes = (app, deps) => {
  app.get(
    '/rules/coverage',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags: ['detections'],
        summary: 'Techniques of ATT&CK that the rules in force name, and what they found of late',
        querystring: query,
        response: { 200: coverageSchema },
      },
    },
    async (request) => {
      const { hours, gaps } = request.query
      const covered = await tenantWork(deps, request, coveredTechniques)
      const { hits, why } = await hitsOrWhy()
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

      async function hitsOrWhy() {
        const { lake, log } = deps
        if (!lake) return { hits: null, why: 'no lake is configured here' }
        try {
          const found = await foundTechniques(lake(principalOf(request).tenantId), deps.nowMs() - hours * HOUR_MS)
          return { hits: found, why: null }
        } catch (err) {
          log.warn({ err }, 'the lake does not say what was found of techniques')
          return { hits: null, why: 'the lake does not answer' }
        }
      }
    },
  )
}
