/**
 * Turns a finding that a product sent into a signal, with the detection as its rule. Its id is
 * `finding:PRODUCT:DETECTION`; an overlay of `finding:PRODUCT` applies to all detections of the product, one of
 * `finding:*` to all products.
 */
import type { VendorFinding } from '../../connectors/mapping/finding.ts'
import { hash32 } from '../../platform/hash.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { FINDING_LANGUAGE, FINDING_OVER, FINDING_UID, type MatchedField } from '../../schemas/signal.ts'
import type { RuleHead } from './detector.ts'

export const EVERY_FINDING = `${FINDING_LANGUAGE}:*`

/** An informational signal alone makes no alert: a closed finding only updates an existing alert. */
const INFORMATIONAL = 1
const NAME_MAX = 96
const VALUE_MAX = 1024
/** Addresses that an alert keeps beside the vendor's own words, and all that the signal has. */
const IPS_FIRST = 4
const IPS_MAX = 8
/** Machines, and accounts, that an alert keeps beside those of the event. */
const NAMES_FIRST = 3

export const isFindingRule = (id: string): boolean => id.startsWith(`${FINDING_LANGUAGE}:`)

export function headOfFinding({ vendor, product, detection, title, ...finding }: VendorFinding): RuleHead {
  return {
    id: `${FINDING_LANGUAGE}:${slug(product || vendor || 'unknown')}:${slug(detection)}`,
    title,
    language: FINDING_LANGUAGE,
    severityId: finding.isOver ? INFORMATIONAL : finding.severityId,
    techniques: finding.techniques,
    tactics: finding.tactics,
  }
}

/** Ids whose overlays also apply to the detection, beside that of every rule. */
export function widerRules(id: string): readonly string[] {
  return [id.slice(0, id.indexOf(':', FINDING_LANGUAGE.length + 1)), EVERY_FINDING]
}

/** Ordered by importance, because an alert keeps only the first fields of a signal. */
export function matchedOfFinding(
  { uid, link, words, status, isOver, entities, vendor }: VendorFinding,
  row: EventRow,
): MatchedField[] {
  const fields: [string, string][] = [
    [FINDING_UID, uid],
    ['finding_info.src_url', link],
    ['status', status],
    [FINDING_OVER.field, isOver ? FINDING_OVER.value : ''],
    ['file_hash', row.fileHash],
    ['dst_ip', row.dstIp],
    ...entities.ips.slice(0, IPS_FIRST).map((address): [string, string] => ['ip', address]),
    ...others('host', entities.hosts, [row.host]),
    ...others('user', entities.users, [row.user, row.targetUser]),
    ['finding_info.desc', words],
    ['file_path', row.filePath],
    ['cmd_line', row.cmdLine],
    ['domain', row.domain],
    ['url', row.url],
    ...entities.ips.slice(IPS_FIRST, IPS_MAX).map((address): [string, string] => ['ip', address]),
    ['metadata.product.vendor_name', vendor],
  ]
  return fields.flatMap(([field, value]) => (value === '' ? [] : [{ field, value: value.slice(0, VALUE_MAX) }]))
}

function others(field: string, names: readonly string[], own: readonly string[]): [string, string][] {
  const known = new Set(own.map((name) => name.toLowerCase()))
  const found = names.filter((name) => !known.has(name.toLowerCase())).slice(0, NAMES_FIRST)
  return found.map((name) => [field, name])
}

/** A readable name, unique for its text: a long text ends in a number computed from all of it. */
function slug(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._@-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  if (words.length <= NAME_MAX) return words || 'unnamed'
  return `${words.slice(0, NAME_MAX - 9)}-${hash32(name).toString(16).padStart(8, '0')}`
}
