/** Forms of CloudTrail's records: from a trail, from LookupEvents, from an alarm's CSV. */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { membersOf, plain } from './common.ts'

/** LookupEvents gives the record as JSON text beside a summary of it. */
const lookupEvents: RecordShape = {
  name: 'lookup-events',
  is: (record) => membersOf(record.CloudTrailEvent) !== null,
  under: 'CloudTrailEvent',
  settle: (record) => {
    record.CloudTrailEvent = membersOf(record.CloudTrailEvent)
  },
}

/** A report of an alarm about S3, with one row for each request. The caller is written as a Python literal. */
const alarmReport: RecordShape = {
  name: 'alarm-report',
  is: (record) => 'Event Name' in record && 'Event DateTime' in record,
  names: {
    eventType: ['Event Type'],
    eventName: ['Event Name'],
    requestID: ['Request ID'],
    eventID: ['Event ID'],
    eventTime: ['Event DateTime'],
    sourceIPAddress: ['Source IP'],
    userAgent: ['Request User Agent'],
    'userIdentity.type': ['User ID.type'],
    'userIdentity.principalId': ['User ID.principalId'],
    'userIdentity.accountId': ['User ID.accountId'],
    'userIdentity.arn': ['User ID.arn'],
    'userIdentity.userName': ['User ID.userName'],
    'requestParameters.bucketName': ['Request Parameters.bucketName'],
    requestParameters: ['Request Parameters'],
  },
  settle: (record) => {
    for (const name of ['User ID', 'Request Parameters']) {
      if (typeof record[name] === 'string') record[name] = literalMembers(record[name])
    }
  },
}

const PAIRS_MAX = 50

/** Texts of `{'name': 'value'}`, the one kind of value that these reports hold. */
function literalMembers(literal: string): Members {
  const members: Members = {}
  let left = PAIRS_MAX
  for (const [, name = '', value] of literal.slice(0, 8192).matchAll(/'([\w.-]{1,64})': '([^']{0,2048})'/g)) {
    if (left-- === 0) break
    members[name] = value
  }
  return members
}

/** Some exports write request and response as JSON text. */
const trail: RecordShape = {
  ...plain,
  settle: (record) => {
    for (const name of ['requestParameters', 'responseElements']) {
      if (typeof record[name] === 'string') record[name] = membersOf(record[name]) ?? record[name]
    }
  },
}

const LOWERED = (
  'apiVersion awsRegion errorCode errorMessage eventCategory eventID eventName eventSource eventTime eventType eventVersion ' +
  'recipientAccountId requestID requestParameters responseElements sharedEventID sourceIPAddress userAgent vpcEndpointId'
).split(' ')
const LOWERED_IDENTITY = 'type principalId arn accountId accessKeyId userName invokedBy'.split(' ')

/** Data lakes whose columns are lower case. */
const lowered: RecordShape = {
  name: 'lower-case',
  is: (record) => typeof record.eventsource === 'string' && typeof record.eventname === 'string',
  names: {
    ...Object.fromEntries(LOWERED.map((name) => [name, [name.toLowerCase()]])),
    ...Object.fromEntries(
      LOWERED_IDENTITY.map((name) => [
        `userIdentity.${name}`,
        [`useridentity.${name.toLowerCase()}`, `useridentity.${name}`],
      ]),
    ),
  },
}

export const CLOUDTRAIL_SHAPES: readonly RecordShape[] = [lookupEvents, alarmReport, lowered, trail]

export function isCloudTrail(record: Readonly<Members>): boolean {
  if (typeof record.eventName === 'string' && record.eventName !== '') {
    return isAwsSource(record.eventSource) || 'awsRegion' in record
  }
  if (record.eventCategory === 'Insight') return isMembers(record.insightDetails)
  if (isAwsSource(record.eventsource)) return typeof record.eventname === 'string'
  return 'CloudTrailEvent' in record || ('Event Name' in record && 'Event DateTime' in record)
}

function isAwsSource(source: unknown): boolean {
  return typeof source === 'string' && source.endsWith('.amazonaws.com')
}
