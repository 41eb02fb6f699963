/**
 * Flow logs of Azure's network watcher: a record holds the flows of a minute as texts in lists by rule. Each becomes a record of
 * its own with one flow in it, so that the stored text is a normal record. Forms: "NSG flow logs" and "VNet flow logs",
 * Azure Network Watcher documentation.
 */
import { isMembers, type Members } from '../../platform/members.ts'
import type { Room } from './cloudwatch.ts'

const MARK = Buffer.from('"flowTuples"')
const HEAD = 256
const FLOWS_MAX = 50_000

type Flow = { readonly record: Members; readonly tuple: string }

/**
 * Null for any other text, for a record with one flow, and for a record that would exceed `room`: such a record stays
 * as it is.
 */
export function flowsIn(text: Buffer, room: Room): readonly Buffer[] | null {
  if (!text.includes(MARK) || /^\s*\{\s*"records"/.test(text.toString('latin1', 0, HEAD))) return null
  let record: unknown
  try {
    record = JSON.parse(text.toString())
  } catch {
    return null
  }
  if (!isMembers(record)) return null
  const flows = [...flowsOf(record, FLOWS_MAX + 1)]
  if (flows.length < 2 || flows.length > FLOWS_MAX) return null
  const parts: Buffer[] = []
  for (const flow of flows) {
    const part = Buffer.from(JSON.stringify(flow.record))
    if (!room.copy(part.length)) return null
    parts.push(part)
  }
  return parts
}

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isMembers) : [])
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Gives each flow with a copy of the record that holds only this flow; at most `most`. */
export function* flowsOf(record: Members, most: number): Generator<Flow> {
  let left = most
  const { properties, flowRecords } = record
  if (isMembers(properties))
    for (const rule of listOf(properties.flows))
      for (const group of listOf(rule.flows))
        for (const tuple of textsOf(group.flowTuples)) {
          if (left-- === 0) return
          const flows = [{ ...rule, flows: [{ ...group, flowTuples: [tuple] }] }]
          yield { record: { ...record, properties: { ...properties, flows } }, tuple }
        }
  if (isMembers(flowRecords))
    for (const list of listOf(flowRecords.flows))
      for (const group of listOf(list.flowGroups))
        for (const tuple of textsOf(group.flowTuples)) {
          if (left-- === 0) return
          const flows = [{ ...list, flowGroups: [{ ...group, flowTuples: [tuple] }] }]
          yield { record: { ...record, flowRecords: { ...flowRecords, flows } }, tuple }
        }
}
