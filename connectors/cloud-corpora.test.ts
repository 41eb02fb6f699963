/**
 * Real cloud logs: every record must match its source, and missing attributes must be listed here. Needs
 * SVC_CORPORA_DIR.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Members } from '../platform/members.ts'
import { validate } from '../schemas/ocsf/validate.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { cutText, openBody } from './formats/body.ts'
import { Fidelity } from './mapping/fidelity.ts'
import type { SourceMapping } from './mapping/source-mapping.ts'
import { detectSource } from './registry.ts'

const dir = corporaDir()
const FOLDERS = ['aws', 'azure', 'gcp', 'gsuite', 'k8s', 'vpcflow']
const FILES = [
  ...(dir === null
    ? []
    : FOLDERS.flatMap((folder) => fs.readdirSync(path.join(dir, folder)).map((file) => `${folder}/${file}`))),
  'web/plaso_aws_elb_access.log',
  'web/plaso_azure_application_gateway_access.json',
].filter((file) => !/index\.tsv$|labels\.tsv$|\.yaml$|traildiscover_events\.json$/.test(file))

/** Number of records, by file, that cannot be assigned to a source. */
const UNKNOWN: Readonly<Record<string, readonly [records: number, why: string]>> = {
  'aws/panther_aws_alb.ndjson': [1, 'fields of the rule engine only'],
  'aws/panther_aws_cloudtrail.ndjson': [5, 'a summary of a lake, without source and region'],
  'aws/panther_aws_s3serveraccess.ndjson': [1, 'a bucket and nothing else'],
  'azure/otrf_WindowsEvents.ndjson': [1, 'a row that names neither its table nor its log'],
  'gcp/panther_gcp_auditlog.ndjson': [5, 'a method and nothing around it'],
  'gsuite/panther_gsuite_activityevent.ndjson': [9, 'a type or an application without an event'],
  'k8s/falco_k8s_audit.ndjson': [1, 'one that is broken on purpose'],
  'k8s/panther_gcp_auditlog.ndjson': [2, 'an operation without a payload'],
  'vpcflow/panther_aws_vpcflow.ndjson': [3, 'a status and nothing else'],
}

/**
 * Attributes that are missing in real records, by kind, path and source. Inputs of rule tests (`panther_*`) are
 * shortened by hand and lack more.
 */
const LACKING = new Set([
  // Addresses that were made unreadable: `253.252.51.07`.
  'missing src_endpoint aws-cloudtrail/1',
  // An example without its caller.
  'missing actor aws-cloudtrail/1',
  // A call that Google denied before it knew who called.
  'missing actor gcp-audit/1',
  // A statement and a logon process that the record leaves empty.
  'constraint query_info azure-windows/1',
  'constraint logon_process azure-windows/1',
  // An activity without an object.
  'constraint resources[0] microsoft-defender/1',
])

/** Shares of bytes that the mappings read; they may only rise. */
const FLOORS: Readonly<Record<string, number>> = {
  'aws-cloudtrail/1': 88,
  'aws-bedrock/1': 90,
  'aws-guardduty/1': 90,
  'aws-s3-access/1': 83,
  'aws-security-hub/1': 59,
  'aws-route53-resolver/1': 92,
  'aws-waf/1': 74,
  'google-workspace/1': 65,
  'azure-audit/1': 48,
  'microsoft-defender/1': 61,
  'microsoft365-audit/1': 70,
  'azure-windows/1': 68,
  'azure-vm-connection/1': 78,
  'azure-sign-in/1': 60,
  'azure-activity/1': 89,
  'microsoft-graph-alerts/1': 90,
  'microsoft-intune/1': 87,
  'gcp-audit/1': 74,
  'gcp-load-balancer/1': 73,
  'gcp-log-entry/1': 78,
  'kubernetes-audit/1': 84,
  'gcp-vpc-flow/1': 83,
  'aws-vpc-flow/1': 87,
  'aws-elb/1': 76,
}

function recordsOf(file: string): Members[] {
  const body = fs.readFileSync(path.join(dir ?? '', file))
  const named = /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : 'text'
  const { decode } = openBody(body, 'lines', named, { receivedMs: Date.UTC(2026, 10, 21) })
  const records: Members[] = []
  cutText(body, named, (start, end) => {
    const decoded = decode(start, end)
    if (typeof decoded === 'string') throw new Error(`${file}: ${decoded}`)
    records.push(decoded)
    return undefined
  })
  return records
}

test.skipIf(dir === null)(
  'every record finds its source, and its event is correct (SVC_CORPORA_DIR)',
  { timeout: 60_000 },
  () => {
    const unknown: Record<string, number> = {}
    const faults = new Map<string, string>()
    const fidelity = new Map<SourceMapping, Fidelity>()
    for (const file of FILES) {
      for (const record of recordsOf(file)) {
        const source = detectSource(record)
        if (source === null) {
          unknown[file] = (unknown[file] ?? 0) + 1
          continue
        }
        const found = validate(source.toOcsf(record), '1.8.0')
        expect(source.faults().length > 0).toBe(found.some(({ path: at }) => at !== 'time'))
        for (const { kind, path: at } of found) {
          const isCut = /\/panther_/.test(file) && (kind === 'missing' || kind === 'constraint')
          if (!isCut) faults.set(`${kind} ${at} ${source.id}`, file)
        }
        let counted = fidelity.get(source)
        if (!counted) fidelity.set(source, (counted = new Fidelity()))
        counted.add(source, record)
      }
    }
    expect(unknown).toEqual(Object.fromEntries(Object.entries(UNKNOWN).map(([file, [records]]) => [file, records])))
    expect([...faults].filter(([fault]) => !LACKING.has(fault))).toEqual([])
    const shares = [...fidelity].map(([source, counted]): [string, number] => {
      const { mapped, derived, unmapped } = counted.report().bytes
      return [source.id, Math.floor((100 * (mapped + derived)) / (mapped + derived + unmapped))]
    })
    expect(Object.keys(FLOORS).filter((id) => !shares.some(([of]) => of === id))).toEqual([])
    expect(shares.filter(([id, share]) => share < (FLOORS[id] ?? 0))).toEqual([])
  },
)
