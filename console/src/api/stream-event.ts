/** Events of the realtime stream, and its state. */
import type { Schemas } from './client.ts'

export type StreamEvent =
  | { readonly type: 'alert.fused' | 'alert.updated' | 'alert.deleted'; readonly payload: Schemas['Alert'] }
  | { readonly type: 'search.job'; readonly payload: { readonly id: string } }
  | { readonly type: 'reset' | 'connected' | 'heartbeat' | 'close' }
export type StreamState = 'connecting' | 'live' | 'waiting'
