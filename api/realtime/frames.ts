/** The messages of a stream: JSON objects with a `type`, one a WebSocket frame or one a Server-Sent Event. */
import type { Sealer } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'
import { sealCursor } from './cursor.ts'

/** `cursor` is the position after this frame; null leaves the position unchanged. */
export type Frame = { readonly text: string; readonly cursor: string | null }

/** Serialises each change once, however many clients follow it: all of them get a frame before the next one is made. */
export function openChangeFrames(sealer: Sealer): (type: string, change: EntityChange) => Frame {
  let last: { readonly change: EntityChange; readonly frame: Frame } | undefined
  return (type, change) => {
    if (last?.change !== change) last = { change, frame: changeFrame(type, change, sealer) }
    return last.frame
  }
}

function changeFrame(type: string, change: EntityChange, sealer: Sealer): Frame {
  const cursor = sealCursor(sealer, tenantId(change.tenant_id), change.sequence)
  const timestamp = new Date(change.at_ms).toISOString()
  // The document is JSON text already, so it is inserted without parsing.
  const text = `{"type":"${type}","payload":${change.document},"timestamp":"${timestamp}","cursor":"${cursor}"}`
  return { text, cursor }
}

export function connectedFrame(tenantId: string, channel: string, cursor: string): Frame {
  return { text: JSON.stringify({ type: 'connected', tenantId, channel, cursor }), cursor }
}

/** Tells the client that its cursor cannot be resumed, so that it has to query the changes in between. */
export function resetFrame(reason: 'unknown_cursor' | 'too_old', cursor: string): Frame {
  return { text: JSON.stringify({ type: 'reset', reason, cursor }), cursor }
}

export function heartbeatFrame(nowMs: number, cursor: string): Frame {
  return { text: JSON.stringify({ type: 'heartbeat', timestamp: new Date(nowMs).toISOString(), cursor }), cursor }
}

export function insightsFrame(nowMs: number): Frame {
  const timestamp = new Date(nowMs).toISOString()
  return { text: JSON.stringify({ type: 'insights_updated', reason: 'tick', timestamp }), cursor: null }
}
