/**
 * Vulnerabilities of machines as scanners export them: Qualys VMDR (host detections of its API and of its add-on for Splunk),
 * Tenable Vulnerability Management (`POST /vulns/export`). Names: "Host List Detection", Qualys API; "Vulnerability export", Tenable.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, hostname, ip, is, lookup, objects, type RecordShape, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { FORWARDED, SEVERITIES } from '../saas/rows.ts'

const CVES_MAX = 64
const CVE = /CVE-\d{4}-\d{4,7}/g

const isQualys = (record: Readonly<Members>): boolean =>
  record.QID !== undefined && (record.HOST_ID !== undefined || record.LAST_FOUND_DATETIME !== undefined)
const isTenable = ({ asset, plugin, state }: Readonly<Members>): boolean =>
  isMembers(asset) && isMembers(plugin) && (state !== undefined || plugin.risk_factor !== undefined)

/** Qualys counts from 1 to 5. */
const LEVELS: Readonly<Record<string, string>> = { 5: 'critical', 4: 'high', 3: 'medium', 2: 'low', 1: 'info' }

/** Rows of Nessus' export. */
const isNessus = (record: Readonly<Members>): boolean =>
  record['Plugin ID'] !== undefined && record.Host !== undefined && record.Risk !== undefined

function nessus(record: Readonly<Members>): Members {
  return {
    ...{ vendor: 'Tenable', product: 'Nessus', title: record.Name, uid: textOf(record['Plugin ID']) },
    ...{ severity: /^none$/i.test(textOf(record.Risk)) ? 'info' : record.Risk, ip: record.Host, host: record.Host },
    ...{ cves: textOf(record.CVE), desc: record.Synopsis ?? record.Description, device: '' },
  }
}

/** Rows of InsightVM's export. */
const isInsightVm = (record: Readonly<Members>): boolean =>
  record['Vulnerability Title'] !== undefined && record['Asset IP Address'] !== undefined

function insightVm(record: Readonly<Members>): Members {
  const named = (name: string) => record[`Vulnerability ${name}`]
  return {
    ...{ vendor: 'Rapid7', product: 'InsightVM', title: named('Title'), uid: textOf(named('ID')) },
    ...{ severity: named('Severity Level') ?? named('Severity'), desc: named('Description') },
    ...{ ip: record['Asset IP Address'], host: /^[^\s,;]{1,255}/.exec(textOf(record['Asset Names']))?.[0] },
    ...{ cves: textOf(named('CVE IDs')), last: named('Test Date'), os: record['Asset OS Name'], device: '' },
  }
}

function qualys(record: Readonly<Members>): Members {
  const title = textOf(record.TITLE) || `QID ${textOf(record.QID)}`
  return {
    ...{ vendor: 'Qualys', product: 'VMDR', title, uid: textOf(record.QID), desc: record.RESULTS },
    ...{
      severity: Object.hasOwn(LEVELS, textOf(record.SEVERITY)) ? LEVELS[textOf(record.SEVERITY)] : '',
      status: record.STATUS,
      ip: record.IP,
      host: record.DNS ?? record.NETBIOS,
    },
    ...{
      os: record.OS,
      first: record.FIRST_FOUND_DATETIME,
      last: record.LAST_FOUND_DATETIME ?? record.LAST_SCAN_DATETIME,
    },
    cves: textOf(record.CVE_ID ?? record.CVE),
    device: textOf(record.HOST_ID),
  }
}

function tenable(record: Readonly<Members>): Members {
  const asset = record.asset as Members
  const plugin = record.plugin as Members
  return {
    ...{ vendor: 'Tenable', product: 'Vulnerability Management', title: plugin.name, uid: textOf(plugin.id) },
    ...{
      severity: record.severity ?? plugin.risk_factor,
      status: record.state,
      ip: asset.ipv4 ?? asset.last_scan_target,
    },
    ...{ host: asset.hostname ?? asset.fqdn, os: [asset.operating_system].flat()[0], desc: record.output },
    ...{ first: record.first_found, last: record.last_found },
    cves: [plugin.cve ?? []].flat().map(textOf).join(' '),
    device: textOf(asset.uuid),
  }
}

const FORMS: readonly (readonly [is: typeof isQualys, read: typeof qualys])[] = [
  [isQualys, qualys],
  [isTenable, tenable],
  [isNessus, nessus],
  [isInsightVm, insightVm],
]

const shape: RecordShape = {
  name: 'json',
  is: () => true,
  settle(record) {
    if (record.parsed !== undefined) return
    const fields = FORMS.find(([is]) => is(record))?.[1](record) ?? {}
    const cves = (textOf(fields.cves).match(CVE) ?? []).slice(0, CVES_MAX)
    // The schema requires one entry, and a finding without a number of its own has that of its check.
    // A check finds the same on many machines.
    const finding = [textOf(fields.device), textOf(fields.uid)].filter((part) => part !== '').join('-')
    record.parsed = {
      ...fields,
      finding,
      list: (cves.length > 0 ? cves : [`check ${textOf(fields.uid)}`]).map((uid) => ({ uid })),
    }
  },
}

export const vulnerabilities = compileSource({
  id: 'vulnerabilities/1',
  shapes: [shape],
  select: ['parsed.product'],
  rows: {
    time: time('parsed.last', 'parsed.first', 'syslog.time'),
    severity_id: first(lookup('parsed.severity', SEVERITIES)),
    'metadata.product.vendor_name': text('parsed.vendor'),
    'metadata.product.name': text('parsed.product'),
    'metadata.event_code': text('parsed.uid'),
    'device.hostname': hostname('parsed.host'),
    'device.ip': ip('parsed.ip'),
    'device.uid': text('parsed.device'),
    'device.os.name': text('parsed.os'),
    'device.os.type_id': is('Unknown'),
    'device.type_id': is('Unknown'),
    message: text('parsed.title'),
  },
  recognises: (record) => FORMS.some(([is]) => is(record)),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'vulnerabilities',
      profiles: [
        {
          name: 'vulnerability',
          when: {},
          class: 'vulnerability_finding',
          activity: lookup('parsed.status', { new: 'Create', fixed: 'Close' }, 'Update', 'Create'),
          rows: {
            status_id: lookup(
              'parsed.status',
              { new: 'New', active: 'New', open: 'New', reopened: 'New', 're-opened': 'New', fixed: 'Resolved' },
              'Other',
            ),
            'finding_info.title': text('parsed.title'),
            'finding_info.uid': text('parsed.finding'),
            'finding_info.desc': text('parsed.desc'),
            'finding_info.first_seen_time': time('parsed.first'),
            'finding_info.last_seen_time': time('parsed.last'),
            vulnerabilities: objects('parsed.list', { 'cve.uid': 'uid' }),
            'resources[0].name': text('parsed.host', 'parsed.ip'),
            'resources[0].uid': text('parsed.device'),
            'resources[0].type': is('host'),
          },
        },
      ],
    },
  ],
})
