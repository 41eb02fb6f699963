/** What happened to an alert, on its way from the outbox to those who follow a tenant's alerts. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type AlertChange = {
  /** Rises with every record of the installation; one at or below another that was seen is a repeat. */
  readonly sequence: number
  readonly tenant_id: string
  readonly kind: string
  readonly alert_id: string
  readonly at_ms: number
  /** JSON. */
  readonly document: string
}

export function encodeAlertChange(change: AlertChange): Buffer {
  return encodeAvro('alert-change', change)
}

export function decodeAlertChange(value: Buffer): AlertChange {
  return decodeAvro<AlertChange>('alert-change', value)
}
