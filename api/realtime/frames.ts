/** What a stream says: JSON objects with a `type`, one a WebSocket frame or one a Server-Sent Event. */
import type { Sealer } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { AlertChange } from '../../schemas/alert-change.ts'
import type { Channel } from './channels.ts'
import { sealCursor } from './cursor.ts'

/** `cursor` is where the stream is once this was taken; null: where it was. */
export type Frame = { readonly text: string; readonly cursor: string | null }

type Kind = { readonly type: string; readonly channel: Channel }

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['alert_created', { type: 'alert.fused', channel: 'alerts' }],
  ['alert_updated', { type: 'alert.updated', channel: 'alerts' }],
  ['alert_deleted', { type: 'alert.deleted', channel: 'alerts' }],
])

/** Undefined for what a newer writer may tell and this version does not show. */
export function kindOf({ kind }: AlertChange): Kind | undefined {
  return KINDS.get(kind)
}

/** One frame is made of an alert however many follow it: it goes to all of them before the next one comes. */
export function openAlertFrames(sealer: Sealer): (type: string, alert: AlertChange) => Frame {
  let last: { readonly alert: AlertChange; readonly frame: Frame } | undefined
  return (type, alert) => {
    if (last?.alert !== alert) last = { alert, frame: alertFrame(type, alert, sealer) }
    return last.frame
  }
}

function alertFrame(type: string, alert: AlertChange, sealer: Sealer): Frame {
  const cursor = sealCursor(sealer, tenantId(alert.tenant_id), alert.sequence)
  const timestamp = new Date(alert.at_ms).toISOString()
  // The document is JSON already: it is put into the frame as it is.
  const text = `{"type":"${type}","payload":${alert.document},"timestamp":"${timestamp}","cursor":"${cursor}"}`
  return { text, cursor }
}

export function connectedFrame(tenantId: string, channel: string, cursor: string): Frame {
  return { text: JSON.stringify({ type: 'connected', tenantId, channel, cursor }), cursor }
}

/** The cursor that was shown leads nowhere: what came in between has to be asked for otherwise. */
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
