// Made from api/graphql/schema.graphql by sdk/generate. Do not edit.
import type { SubscribeOptions } from '../subscribe.ts'
import type { Open } from './models.ts'

export interface SubscribedAlert {
  readonly id: string
  readonly title: string
  readonly severity: Open<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO'>
  readonly status: Open<'NEW' | 'TRIAGED' | 'IN_PROGRESS' | 'RESOLVED' | 'CLOSED'>
  readonly riskScore: number | null
  readonly source: string | null
  readonly tenantId: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly tags: readonly string[]
}

export interface SubscribedCase {
  readonly id: string
  readonly title: string
  readonly status: Open<'OPEN' | 'IN_PROGRESS' | 'RESOLVED' | 'CLOSED'>
  readonly severity: Open<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO'>
  readonly createdAt: string
  readonly closedAt: string | null
}

export interface SubscribedUebaAnomaly {
  readonly id: string
  readonly entityId: string
  readonly entityType: Open<'USER' | 'HOST' | 'IP' | 'DOMAIN'>
  readonly metricName: string
  readonly observedValue: number
  readonly baselineMean: number
  readonly baselineStddev: number
  readonly zScore: number
  readonly severity: Open<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO'>
  readonly detectedAt: string
}

export interface SubscribedHoneytokenEvent {
  readonly id: string
  readonly honeytokenId: string
  readonly sourceIp: string | null
  readonly userAgent: string | null
  readonly threatScore: number | null
  readonly classification: string | null
  readonly alertId: string | null
  readonly triggeredAt: string
}

export interface SubscribedInvestigationStep {
  readonly id: string
  readonly investigationId: string
  readonly seq: number
  readonly kind: string
  readonly agent: string | null
  readonly summary: string | null
  readonly model: string | null
  readonly inputHash: string | null
  readonly outputHash: string | null
  readonly durationMs: number | null
  readonly createdAt: string
}

/** Subscriptions with all fields that have no subfields; `client.subscribe` accepts any other selection. */
export interface Subscriptions {
  alertCreated(options?: SubscribeOptions): AsyncGenerator<SubscribedAlert, void, undefined>
  caseUpdated(variables?: { readonly caseId?: string | undefined }, options?: SubscribeOptions): AsyncGenerator<SubscribedCase, void, undefined>
  uebaAnomalyDetected(options?: SubscribeOptions): AsyncGenerator<SubscribedUebaAnomaly, void, undefined>
  honeytokenTriggered(options?: SubscribeOptions): AsyncGenerator<SubscribedHoneytokenEvent, void, undefined>
  investigationStep(variables: { readonly investigationId: string }, options?: SubscribeOptions): AsyncGenerator<SubscribedInvestigationStep, void, undefined>
}

/** The document of each subscription, and if it has variables. */
export const SUBSCRIPTIONS: Readonly<Record<string, readonly [document: string, takesVariables: boolean]>> = {
  alertCreated: ['subscription { alertCreated { id title severity status riskScore source tenantId createdAt updatedAt tags } }', false],
  caseUpdated: ['subscription($caseId: ID) { caseUpdated(caseId: $caseId) { id title status severity createdAt closedAt } }', true],
  uebaAnomalyDetected: ['subscription { uebaAnomalyDetected { id entityId entityType metricName observedValue baselineMean baselineStddev zScore severity detectedAt } }', false],
  honeytokenTriggered: ['subscription { honeytokenTriggered { id honeytokenId sourceIp userAgent threatScore classification alertId triggeredAt } }', false],
  investigationStep: ['subscription($investigationId: ID!) { investigationStep(investigationId: $investigationId) { id investigationId seq kind agent summary model inputHash outputHash durationMs createdAt } }', true],
}
