import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { assert } from '../../platform/assert.ts'
import { followed, type GraphqlContext } from './context.ts'
import type { Resolvers } from './schema.ts'

export const investigationResolvers: Resolvers = { 'Subscription.investigationStep': investigationStep }

const nullableText = Type.Union([Type.String(), Type.Null()])
const told = Compile(
  Type.Object({
    id: Type.String(),
    run_id: Type.String(),
    seq: Type.Integer(),
    kind: Type.String(),
    agent: nullableText,
    summary: nullableText,
    model: nullableText,
    input_hash: nullableText,
    output_hash: nullableText,
    duration_ms: Type.Integer(),
    created_at: Type.String(),
  }),
)

/** Each step of one investigation as it is written to the ledger. */
function investigationStep(
  _: unknown,
  { investigationId }: { readonly investigationId: string },
  { follow, principal: { tenantId } }: GraphqlContext,
) {
  return followed(follow, ['investigation_step'], ({ tenantId: whose, document: step }) => {
    if (whose !== tenantId || step.run_id !== investigationId) return undefined
    return () => {
      assert(told.Check(step), 'a step is told with what is shown of it')
      return {
        ...{ id: step.id, investigationId: step.run_id, seq: step.seq, kind: step.kind, agent: step.agent },
        ...{ summary: step.summary, model: step.model, inputHash: step.input_hash, outputHash: step.output_hash },
        ...{ durationMs: step.duration_ms, createdAt: step.created_at },
      }
    }
  })
}
