/** Records as sources write them, with the names of a scene in them. */
import { type RawEvent, type Scene, timeAt } from '../atomic-test.ts'

const stamped = (x: Scene, seconds: number) => ({ EventTime: timeAt(x, seconds), Hostname: x.host })

/** A record of Sysmon on Windows. */
export const sysmon = (x: Scene, id: number, fields: RawEvent, seconds = 0): RawEvent => ({
  ...stamped(x, seconds),
  ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: id, User: `EXERCISE\\${x.user}`, ...fields },
})

/** A process start as Sysmon records it. Paths below `C:\Windows\System32` may be left out. */
export const ran = (x: Scene, image: string, commandLine: string, parent = 'cmd.exe', seconds = 0): RawEvent =>
  sysmon(
    x,
    1,
    {
      ...{ Image: pathOf(image), CommandLine: commandLine, ParentImage: pathOf(parent) },
      ...{ ParentCommandLine: pathOf(parent), ProcessId: 4120 + seconds, ParentProcessId: 880 },
    },
    seconds,
  )

const pathOf = (image: string) => (image.includes('\\') ? image : `C:\\Windows\\System32\\${image}`)

/** A record of the Security log of Windows. */
export const security = (x: Scene, id: number, fields: RawEvent, seconds = 0): RawEvent => ({
  ...stamped(x, seconds),
  ...{ Channel: 'Security', EventID: id, SubjectUserName: x.user, SubjectDomainName: 'EXERCISE', ...fields },
})

/** A record of another log of Windows. */
export const logged = (x: Scene, channel: string, id: number, fields: RawEvent): RawEvent => ({
  ...stamped(x, 0),
  ...{ Channel: channel, EventID: id, ...fields },
})

/** A block of PowerShell, with a remark that names the exercise. */
export const script = (x: Scene, text: string): RawEvent =>
  logged(x, 'Microsoft-Windows-PowerShell/Operational', 4104, {
    ...{ ScriptBlockText: `${text} # ${x.marker}`, ScriptBlockId: x.marker, MessageNumber: 1, MessageTotal: 1 },
  })

/** A record of Sysmon on Linux. */
export const sysmonLinux = (x: Scene, id: number, fields: RawEvent): RawEvent => ({
  ...stamped(x, 0),
  ...{ Channel: 'Linux-Sysmon/Operational', EventID: id, User: x.user, ProcessId: 4120, ...fields },
})

/** A process that starts on Linux. */
export const ranOnLinux = (x: Scene, image: string, commandLine: string, parent = '/usr/bin/bash'): RawEvent =>
  sysmonLinux(x, 1, { Image: image, CommandLine: commandLine, ParentImage: parent, ParentCommandLine: parent })

export const cloudTrail = (
  x: Scene,
  source: string,
  name: string,
  requestParameters: RawEvent,
  own: RawEvent = {},
): RawEvent => ({
  eventVersion: '1.08',
  userIdentity: {
    ...{ type: 'IAMUser', principalId: 'AIDAEXERCISE', accountId: '123456789012', userName: x.user },
    arn: `arn:aws:iam::123456789012:user/${x.user}`,
  },
  ...{ eventTime: timeAt(x, 0), eventSource: `${source}.amazonaws.com`, eventName: name, awsRegion: 'eu-west-1' },
  ...{ sourceIPAddress: x.attackerIp, userAgent: 'aws-cli/2.15.0', requestParameters, responseElements: null },
  ...{ eventID: `${x.marker}-${name}`, eventType: 'AwsApiCall', recipientAccountId: '123456789012', ...own },
})

export const okta = (x: Scene, eventType: string, result = 'SUCCESS', seconds = 0): RawEvent => ({
  ...{ published: timeAt(x, seconds), uuid: `${x.marker}-${seconds}`, eventType, version: '0', severity: 'INFO' },
  displayMessage: eventType,
  actor: { alternateId: `${x.user}@exercise.example`, displayName: x.user, id: x.user, type: 'User' },
  client: { ipAddress: x.attackerIp, userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Windows', browser: 'CHROME' } },
  ...{ outcome: { result }, target: [] },
})

/** A line of the audit log of Kubernetes. */
export const kubernetes = (x: Scene, verb: string, resource: string, own: RawEvent = {}): RawEvent => ({
  ...{ kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'RequestResponse', auditID: `${x.marker}-${verb}` },
  ...{ stage: 'ResponseComplete', requestURI: `/api/v1/namespaces/exercise/${resource}`, verb },
  ...{ user: { username: x.user, groups: ['system:authenticated'] }, sourceIPs: [x.attackerIp] },
  objectRef: { resource, namespace: 'exercise', name: x.marker, apiVersion: 'v1', ...(own.objectRef as object) },
  ...{ responseStatus: { code: 200 }, requestObject: own.requestObject ?? {} },
  ...{ requestReceivedTimestamp: timeAt(x, 0), stageTimestamp: timeAt(x, 0) },
})

export const zeek = (x: Scene, path: string, fields: RawEvent): RawEvent => ({
  ...{ _path: path, ts: x.atMs / 1000, uid: x.marker, 'id.orig_h': x.hostIp, 'id.orig_p': 50123 },
  ...{ 'id.resp_h': x.attackerIp, 'id.resp_p': 443, ...fields },
})

export const exchange = (x: Scene, operation: string, parameters: Readonly<Record<string, string>>): RawEvent => ({
  ...{ CreationTime: timeAt(x, 0).slice(0, 19), Id: x.marker, Operation: operation, OrganizationId: 'exercise' },
  ...{ RecordType: 1, ResultStatus: 'True', UserKey: x.user, UserType: 0, Workload: 'Exchange' },
  ...{ ClientIP: x.attackerIp, UserId: `${x.user}@exercise.example` },
  Parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value })),
})
