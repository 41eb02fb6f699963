import { AppError } from '../../platform/errors.ts'
import { K8S_TEMPLATE } from './authenticate.ts'
import type { Context } from './context.ts'
import type { IngestLimits } from './limits.ts'
import { bodyKind } from './media-type.ts'
import type { Batch } from './push-batch.ts'
import { readEnvelope } from './read-envelope.ts'
import { type PushDeps, receive } from './receive.ts'
import { counts, json, type Reply } from './reply.ts'
import { judgeElements } from './validate-batch.ts'

/** POST /v1/ingest/k8s-audit/{tenant_id}: the webhook backend of the Kubernetes audit log sends EventLists. */
export async function k8sAudit(ingest: PushDeps, context: Context, tenantText: string): Promise<Reply> {
  const sender = await ingest.authenticator.k8s(context, tenantText)
  if (bodyKind(context) !== 'json') throw new AppError('unsupported_media', 'an EventList is application/json')
  const outcome = await receive(ingest, context, sender, {
    wireBytesMax: ingest.limits.k8sBytesMax,
    decodedBytesMax: ingest.limits.k8sBytesMax,
    signatureHeaders: ['x-signature'],
    judge: (body) => eventList(body, ingest.limits),
  })
  if (outcome === null) return json(200, counts(0, 0, context, []))
  return json(202, counts(outcome.accepted, outcome.rejected, context, outcome.errors))
}

function eventList(body: Buffer, limits: IngestLimits): Batch | null {
  const envelope = readEnvelope(body, limits)
  // Go marshals a list that was never filled as null.
  if (envelope.kind === 'object' && envelope.head.kind === 'EventList' && envelope.head.items === null) return null
  if (envelope.kind !== 'items') throw new AppError('bad_body', 'the body is not an EventList with items')
  if (envelope.elements.length === 0) return null
  const fields = { connectorId: K8S_TEMPLATE, connectorType: 'kubernetes', sourceFormat: K8S_TEMPLATE }
  return { fields, judged: judgeElements(body, envelope, K8S_TEMPLATE, limits) }
}
