/**
 * Findings of six products, in the answers that their vendors document: polls go through intake and fusion and become
 * the alerts that an analyst expects, each once, also when polls repeat, findings change and processes restart.
 */
import { expect, test } from 'vitest'
import type { PollRequest, PollResponse } from '../../../connectors/polling/ask.ts'
import { tableFor } from '../../../connectors/polling/generic.ts'
import { pollPages } from '../../../connectors/polling/poll.ts'
import { connectorType } from '../../../connectors/vendor-apis.ts'
import { RuleBook } from '../../../detections/tenant/rule-book.ts'
import { fuseStage } from '../../../pipeline/stages/fuse/stage.ts'
import { intakeStage } from '../../../pipeline/stages/intake/stage.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { type AlertDocument, decodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { encodeEventBatch } from '../../../schemas/event-batch.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { Output } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'

const AT = '2026-11-27T10:11:12Z'
const LATER = '2026-11-27T10:21:12Z'
const MS = Date.parse(AT)

type Vendor = {
  readonly type: string
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  /** The product's answer to a request, with these findings. */
  readonly answer: (request: PollRequest, findings: readonly object[]) => unknown
  /** A finding as it is first reported, and as it is reported later. */
  readonly first: object
  readonly later: object
  readonly alert: Partial<AlertDocument>
  readonly uid: string
  /** The page of the vendor's console. */
  readonly link?: string
}

const VENDORS: readonly Vendor[] = [
  {
    type: 'defender-xdr',
    ...{ secrets: { client_id: 'c', client_secret: 's' }, settings: { tenant_id: 't' } },
    answer: (_, value) => ({ value }),
    first: defender('new', AT),
    later: defender('inProgress', LATER),
    alert: { severity_id: 4, hosts: ['ws1'], title: 'Ransomware behavior detected on ws1' },
    uid: 'da1',
  },
  {
    type: 'sentinelone',
    ...{ secrets: { api_token: 's' }, settings: { base_url: 'https://s1.example' } },
    answer: (_, data) => ({ data, pagination: {} }),
    first: sentinelone('unresolved', AT),
    later: sentinelone('in_progress', LATER),
    alert: { hosts: ['ws2'] },
    uid: 't1',
    link: 'https://s1.example/incidents/threats/t1/overview',
  },
  {
    type: 'crowdstrike',
    ...{ secrets: { client_id: 'c', client_secret: 's' }, settings: {} },
    answer: ({ url }, resources) =>
      url.includes('/queries/') ? { resources: resources.map(() => 'ind:1') } : { resources },
    first: crowdstrike('new', AT),
    later: crowdstrike('in_progress', LATER),
    alert: { severity_id: 4, hosts: ['ws3'] },
    uid: 'c1:ind:a:1',
  },
  {
    type: 'qradar',
    ...{ secrets: { api_token: 's' }, settings: { base_url: 'https://qradar.example' } },
    answer: (_, offenses) => offenses,
    first: qradar(2, MS),
    later: qradar(9, MS + 600_000),
    alert: { severity_id: 4 },
    uid: '591',
    link: 'https://qradar.example/console/do/sem/offensesummary?appName=Sem&pageId=OffenseSummary&summaryId=591',
  },
  {
    type: 'elastic',
    ...{ secrets: { api_key: 's' }, settings: { base_url: 'https://elastic.example' } },
    answer: (_, alerts) => ({ hits: { hits: alerts.map((_source) => ({ _id: 'e1', _source, sort: [1] })) } }),
    first: elastic('open', AT),
    later: elastic('acknowledged', LATER),
    alert: { severity_id: 4, hosts: ['ws5'], users: ['kim'] },
    uid: 'e1',
  },
  {
    type: 'aws-security-hub',
    ...{ secrets: { access_key_id: 'k', secret_access_key: 's' }, settings: { region: 'eu-west-1' } },
    answer: (_, Findings) => ({ Findings }),
    first: securityHub('NEW', AT),
    later: securityHub('NOTIFIED', LATER),
    alert: { severity_id: 4, title: expect.stringContaining('is querying a domain name') as unknown as string },
    uid: 'arn:aws:securityhub:eu-west-1:1:finding/1',
    link: 'https://eu-west-1.console.aws.amazon.com/securityhub/home?region=eu-west-1#/findings?search=Id%3D%255Coperator%255C%253AEQUALS%255C%253Aarn:aws:securityhub:eu-west-1:1:finding/1',
  },
  {
    type: 'splunk',
    ...{ secrets: { token: 't' }, settings: { base_url: 'https://splunk.example:8089' } },
    answer: (_, [result]) => ({ preview: false, lastrow: true, result }),
    first: splunk('New'),
    later: splunk('In Progress'),
    alert: { severity_id: 4, hosts: ['srv1'], users: ['kim'] },
    uid: 'ABC@@notable@@def',
  },
]

/** The time of the row stays when its status changes. */
function splunk(status_label: string) {
  return {
    ...{ _time: AT, _cd: '1:2', event_id: 'ABC@@notable@@def', rule_name: 'Brute Force', search_name: 'Access - Rule' },
    ...{ rule_title: 'Brute Force from 198.51.100.9', security_domain: 'access', urgency: 'high', src: '198.51.100.9' },
    ...{ dest: 'srv1', user: 'kim', status_label },
  }
}

function defender(status: string, lastUpdateDateTime: string) {
  return {
    ...{ id: 'da1', title: 'Ransomware behavior detected', severity: 'high', status, createdDateTime: AT },
    ...{ lastUpdateDateTime, serviceSource: 'microsoftDefenderForEndpoint', category: 'Ransomware', incidentId: '7' },
    ...{ alertWebUrl: 'https://security.microsoft.com/alerts/da1', mitreTechniques: ['T1486'], detectorId: 'd-1' },
    evidence: [{ '@odata.type': '#microsoft.graph.security.deviceEvidence', deviceDnsName: 'ws1', mdeDeviceId: 'm1' }],
  }
}

function sentinelone(incidentStatus: string, updatedAt: string) {
  return {
    ...{ id: 't1', createdAt: AT, agentRealtimeInfo: { agentComputerName: 'ws2', agentId: 'a' } },
    threatInfo: {
      ...{
        threatId: 't1',
        threatName: 'Mimikatz.exe',
        confidenceLevel: 'malicious',
        mitigationStatus: 'not_mitigated',
      },
      ...{ incidentStatus, sha1: 'a'.repeat(40), createdAt: AT, identifiedAt: AT, updatedAt },
    },
  }
}

function crowdstrike(status: string, updated_timestamp: string) {
  return {
    ...{ composite_id: 'c1:ind:a:1', aggregate_id: 'a', cid: 'c1', status, created_timestamp: AT, updated_timestamp },
    ...{ timestamp: AT, severity: 70, severity_name: 'High', name: 'Overwatch', display_name: 'Credential theft' },
    ...{
      type: 'ldt',
      product: 'epp',
      tactic: 'Credential Access',
      technique_id: 'T1003',
      description: 'lsass was read',
    },
    device: { hostname: 'ws3', device_id: 'd' },
    falcon_host_link: 'https://falcon.crowdstrike.com/activity/1',
  }
}

function qradar(event_count: number, last_updated_time: number) {
  return {
    ...{ id: 591, description: 'Brute force on gateway', offense_type: 0, offense_source: '198.51.100.4', severity: 8 },
    ...{ magnitude: 8, credibility: 3, relevance: 3, event_count, status: 'OPEN', start_time: MS, last_updated_time },
    ...{
      log_sources: [{ type_name: 'Fw', name: 'fw1', id: 1 }],
      rules: [{ id: 1, type: 'CRE_RULE' }],
      source_network: 'n',
    },
  }
}

function elastic(workflow: string, at: string) {
  return {
    ...{ '@timestamp': at, 'event.kind': 'signal', 'kibana.alert.uuid': 'e1', 'kibana.alert.severity': 'high' },
    ...{
      'kibana.alert.rule.name': 'Suspicious process',
      'kibana.alert.rule.uuid': 'r1',
      'kibana.alert.status': 'active',
    },
    ...{ 'kibana.alert.workflow_status': workflow, 'kibana.alert.url': 'https://elastic.example/alerts/e1' },
    ...{ host: { name: 'ws5' }, user: { name: 'kim' } },
  }
}

function securityHub(status: string, UpdatedAt: string) {
  return {
    ...{
      Region: 'eu-west-1',
      SchemaVersion: '2018-10-08',
      Id: 'arn:aws:securityhub:eu-west-1:1:finding/1',
      AwsAccountId: '1',
      UpdatedAt,
    },
    ...{
      ProductArn: 'arn:aws:securityhub:eu-west-1::product/aws/guardduty',
      GeneratorId: 'arn:aws:guardduty:x/detector',
    },
    ...{
      Types: ['TTPs/Command and Control/Backdoor:EC2-C&CActivity.B!DNS'],
      CreatedAt: AT,
      Severity: { Label: 'HIGH' },
    },
    ...{ Title: 'EC2 instance i-1 is querying a domain name of a C&C server', Description: 'It asked.' },
    ...{ Resources: [{ Type: 'AwsEc2Instance', Id: 'arn:aws:ec2:eu-west-1:1:instance/i-1' }], RecordState: 'ACTIVE' },
    Workflow: { Status: status },
  }
}

/** The events that one poll fetches. */
async function polled(vendor: Vendor, findings: readonly object[]): Promise<readonly unknown[]> {
  const table = connectorType(vendor.type)?.poll
  if (table === undefined) throw new Error(`no such source as ${vendor.type}`)
  const ask = async (request: PollRequest): Promise<PollResponse> => {
    const isSignIn = request.headers['content-type'] === 'application/x-www-form-urlencoded'
    const json = isSignIn ? { access_token: 'token' } : vendor.answer(request, findings)
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) }
  }
  const { secrets, settings } = vendor
  const span = { sinceMs: MS - 3_600_000, untilMs: MS + 7_200_000, nowMs: () => MS + 7_200_000 }
  const events: unknown[] = []
  for await (const page of pollPages({ table: tableFor(table, settings), secrets, settings, ask, ...span }))
    events.push(...page.events)
  return events
}

/** A stage and its committed state: a new process has that, and nothing else. */
class Process {
  readonly #make: () => Stage
  readonly #slots = new Map<string, { store: string; slot: string; payload: Buffer }>()
  #task: StageTask
  #offset = 0

  constructor(make: () => Stage) {
    this.#make = make
    this.#task = make().open(0)
    this.#task.restore([])
  }

  startAnew(): void {
    this.#task = this.#make().open(0)
    this.#task.restore([...this.#slots.values()])
  }

  step(topic: string, value: Buffer, timestampMs: number): readonly Output[] {
    this.#task.step({ topic, partition: 0, offset: this.#offset++, timestampMs, key: '', value })
    const { outputs, changes, release }: Flushed = this.#task.flush()
    for (const { store, slot, payload } of changes) {
      if (payload.length === 0) this.#slots.delete(`${store} ${slot}`)
      else this.#slots.set(`${store} ${slot}`, { store, slot, payload: Buffer.from(payload) })
    }
    const kept = outputs.map((output) => ({ ...output, value: [Buffer.concat(output.value)] }))
    release?.()
    return kept
  }
}

class Pipeline {
  readonly alerts = new Map<string, AlertDocument>()
  readonly #intake = new Process(() =>
    intakeStage({ partitions: 1, eventBytesMax: 1 << 20, signalPartitions: 1, detector: new RuleBook([]) }),
  )
  readonly #fuse = new Process(() => fuseStage({ draftPartitions: 1, isStory: () => true }))
  #receivedMs = MS + 3_600_000

  startAnew(): void {
    this.#intake.startAnew()
    this.#fuse.startAnew()
  }

  feed(sourceFormat: string, events: readonly unknown[]): void {
    this.#receivedMs += 60_000
    const header = { tenantId: tenantId('acme'), connectorId: 'edr', connectorType: 'x', requestId: 'r', sourceFormat }
    const body = Buffer.from(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`)
    const batch = { ...header, receivedMs: this.#receivedMs, framing: 'lines', events: events.length } as const
    const value = Buffer.concat(encodeEventBatch(batch, body))
    for (const output of this.#intake.step(TOPICS.securityEvents.name, value, this.#receivedMs)) {
      if (output.topic !== TOPICS.signals.name) continue
      const drafts = this.#fuse.step(output.topic, Buffer.concat(output.value), this.#receivedMs)
      for (const one of drafts.flatMap(({ value: draft }) => decodeAlertDrafts(Buffer.concat(draft)))) {
        if (one.document === '') this.alerts.delete(one.alert_id)
        else this.alerts.set(one.alert_id, JSON.parse(one.document) as AlertDocument)
      }
    }
  }
}

test.each(VENDORS.map((vendor) => [vendor.type, vendor] as const))(
  'a finding of %s is one alert over repeats, changes and starts',
  async (_, vendor) => {
    const format = connectorType(vendor.type)?.poll.sourceFormat ?? ''
    const pipeline = new Pipeline()
    pipeline.feed(format, await polled(vendor, [vendor.first]))
    expect([...pipeline.alerts.values()]).toMatchObject([vendor.alert])
    pipeline.feed(format, await polled(vendor, [vendor.first]))
    pipeline.startAnew()
    pipeline.feed(format, await polled(vendor, [vendor.first]))
    pipeline.feed(format, await polled(vendor, [vendor.later]))
    pipeline.startAnew()
    pipeline.feed(format, await polled(vendor, [vendor.later]))
    const alerts = [...pipeline.alerts.values()]
    expect(alerts).toMatchObject([{ ...vendor.alert, signal_count: 1 }])
    const named = alerts[0]?.evidence[0]?.matched.find(({ field }) => field === 'finding_info.uid')?.value
    expect(named).toContain(vendor.uid)
    if (vendor.link !== undefined)
      expect(alerts[0]?.evidence[0]?.matched).toContainEqual({ field: 'finding_info.src_url', value: vendor.link })
    const status = alerts[0]?.evidence[0]?.matched.find(({ field }) => field === 'status')?.value
    expect(status).toBe(vendor.type === 'qradar' ? 'New' : 'In Progress')
  },
)
