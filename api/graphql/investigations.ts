import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { entriesOfRun, investigationOf, stepDocument } from '../../control/respond/agents/index.ts'
import { assert } from '../../platform/assert.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { followed, type GraphqlContext, type Payload } from './context.ts'
import type { Resolvers } from './schema.ts'

export const investigationResolvers: Resolvers = { 'Subscription.investigationStep': investigationStep }

const nullableText = Type.Union([Type.String(), Type.Null()])
const stepSchema = Type.Object({
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
})
const stepCheck = Compile(stepSchema)

type Document = Readonly<Record<string, unknown>>
type Steps = AsyncIterableIterator<Payload<unknown>>

/**
 * Streams the steps of one investigation: first those already in its ledger, then new ones, until the run ends. A run
 * can be followed before it starts, by the id under which it will start.
 */
function investigationStep(
  _: unknown,
  { investigationId: id }: { readonly investigationId: string },
  { follow, read, principal: { tenantId } }: GraphqlContext,
): Steps {
  const following = followed(follow, ['investigation_step'], ({ tenantId: whose, document }) =>
    whose === tenantId && document.run_id === id ? () => document : undefined,
  )[Symbol.asyncIterator]()
  const written = () =>
    read(async (tx) => {
      const run = isUuid(id) ? await investigationOf(tx, id) : null
      const entries = run === null ? [] : await entriesOfRun(tx, id)
      return { steps: entries.map(stepDocument), hasEnded: run !== null && run.status !== 'running' }
    })
  const steps = stepsOf(following, written)
  return {
    next: () => steps.next(),
    // The followed iterator returns first: a generator that waits for it ends only then.
    async return() {
      await following.return?.()
      return steps.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

type Written = { readonly steps: readonly Document[]; readonly hasEnded: boolean }

/** Subscribes before it reads the ledger: a step can arrive both ways and is sent once. */
async function* stepsOf(
  following: AsyncIterator<Payload<Document>>,
  written: () => Promise<Written>,
): AsyncGenerator<Payload<unknown>, undefined> {
  let last = 0
  const fresh = (steps: readonly Document[]) => {
    const found = steps.filter(({ seq }) => typeof seq !== 'number' || seq > last)
    for (const { seq } of found) if (typeof seq === 'number') last = seq
    return found.map((step) => () => shownStep(step))
  }
  try {
    for (let step: Document | null = null; ; ) {
      const { steps, hasEnded } = await written()
      yield* fresh(steps)
      if (step !== null) yield* fresh([step])
      if (hasEnded) return
      const next = await following.next()
      if (next.done) return
      step = (next.value as () => Document)()
    }
  } finally {
    await following.return?.()
  }
}

function shownStep(document: Document) {
  assert(stepCheck.Check(document), 'a published step has the fields that are shown')
  const step: Static<typeof stepSchema> = document
  return {
    ...{ id: step.id, investigationId: step.run_id, seq: step.seq, kind: step.kind, agent: step.agent },
    ...{ summary: step.summary, model: step.model, inputHash: step.input_hash, outputHash: step.output_hash },
    ...{ durationMs: step.duration_ms, createdAt: step.created_at },
  }
}
